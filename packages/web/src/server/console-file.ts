/** A file of a console, as the browser gets it. */
export interface ConsoleFile {
  readonly name: string
  readonly bytes: Uint8Array
}
