/** How the library and its own custom queries (pg-cursor) convert a value before sending it. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /** @throws TypeError for a value that cannot be written as text */
    prepareValue(value: unknown): string | Buffer | null
  }
  export default utils
}
