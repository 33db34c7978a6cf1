declare module '*.woff2' {
  /** The file's address, relative to the script that names it. */
  const address: string
  // eslint-disable-next-line import/no-default-export -- a file that is bundled has no name of its own
  export default address
}

declare module '*.css' {
  const text: string
  // eslint-disable-next-line import/no-default-export -- a file that is bundled as text has no name of its own
  export default text
}
