import { addressOf, ApiFailure, failureOf, signedOut, type Schema } from '../../api/client.js';
import { words } from '../../language/words.js';

type Installed = Schema['FirmwareInstalledView'];

/** Sends a bundle and reports the share that is sent, 0 to 1, which only XMLHttpRequest knows. */
export function sendFirmware(
  file: File,
  allowDowngrade: boolean,
  onProgress: (share: number) => void,
): Promise<Installed> {
  const form = new FormData();
  form.append('allowDowngrade', String(allowDowngrade)); // before the file, because the server reads the form in order
  form.append('filename', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf('/api/system/firmware'));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiFailure(0, 'UNREACHABLE', words.errors.unreachable));
    request.onload = () => {
      if (request.status === 401) signedOut();
      if (request.status === 200) resolve(JSON.parse(request.responseText) as Installed);
      else void failureOf(request.status, request.responseText).then(reject);
    };
    request.send(form);
  });
}
