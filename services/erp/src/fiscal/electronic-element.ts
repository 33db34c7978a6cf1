import { escapeAttribute } from '@oficina/xml/xml-text.ts'

export type Attributes = Readonly<Record<string, string | null>>

/** An element of the files of contabilidad electrónica; an attribute that is null is left out. */
export function xmlElement(
  name: string,
  attributes: Attributes,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === null ? [] : [` ${key}="${escapeAttribute(value)}"`]))
    .join('')
  const start = `<${name}${written}`
  return children.length === 0 ? `${start}/>` : `${start}>\n${children.join('\n')}\n</${name}>`
}
