/** Stands for that of Node in the bundle of the web. */
export function setImmediate(callback: () => void): void {
  setTimeout(callback, 0);
}
