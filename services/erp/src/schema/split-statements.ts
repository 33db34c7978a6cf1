const PART = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$\$[\s\S]*?\$\$|;/g

/**
 * The statements of a text of our own, which knows no quotes by dollars but `$$`. Citus hands a statement on to other
 * nodes with the text it came in, so each must come alone.
 */
export function splitStatements(text: string): readonly string[] {
  const statements: string[] = []
  let start = 0
  for (const { 0: part, index } of text.matchAll(PART)) {
    if (part !== ';') continue
    statements.push(text.slice(start, index).trim())
    start = index + 1
  }
  statements.push(text.slice(start).trim())
  return statements.filter((statement) => statement !== '')
}
