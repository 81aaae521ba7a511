/** The name of a PDU that nobody has named. */
export const UNNAMED_PDU = 'Rackfeed PDU';
