declare module '*.svg' {
  const text: string
  // eslint-disable-next-line import/no-default-export -- a file that is bundled as text has no name of its own
  export default text
}
