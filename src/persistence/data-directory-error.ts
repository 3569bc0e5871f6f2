/** The data directory cannot be used as it is. One line: the file, what is wrong with it, and what one may do. */
export class DataDirectoryError extends Error {
  constructor(file: string, problem: string, remedy: string) {
    super(`${file} ${problem}. ${remedy}.`.replaceAll(/\s*[\r\n]\s*/g, ' '));
    this.name = 'DataDirectoryError';
  }
}
