import { createContext } from 'react';

/** The title of the panel around a part; a part of the same name is no landmark of its own, or it would be announced twice. */
export const PanelTitle = createContext<string | undefined>(undefined);
