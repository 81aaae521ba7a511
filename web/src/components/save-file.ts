/** Lets the browser save a text as a file. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  download(url, name);
  URL.revokeObjectURL(url);
}

/** Lets the browser save an object as a JSON file, legibly. */
export const saveDocument = (name: string, document: object): void =>
  saveFile(`${name}.json`, JSON.stringify(document, null, 2));

/** Lets the browser save what an address answers; the answer names the file where `name` is absent. */
export function download(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
