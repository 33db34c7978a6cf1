import { attribute } from '@oficina/xml/attribute.ts'

import { readLists } from '../package/lists-part.ts'
import { textOfPart, type DocumentParts } from './document-parts.ts'
import { siblingName, siblingPart } from './merge-styles.ts'

const EMPTY =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:numbering>'
const NUMBER = /(<w:numId\s[^<>]*w:val=")(\d{1,9})(")/g

/** The text of an included document with lists of its host, which gets those that the text uses. */
export function mergeLists(host: DocumentParts, guest: DocumentParts, body: string): string {
  const theirs = textOfPart(guest, siblingName(guest, 'numbering'))
  if (theirs === undefined || !body.includes('<w:numId')) return body
  const looks = elementsOf(theirs, 'abstractNum', 'abstractNumId')
  const lists = elementsOf(theirs, 'num', 'numId')
  const name = siblingName(host, 'numbering')
  const own = readLists(name, siblingPart(host, 'numbering', EMPTY), undefined)
  const numbers = new Map<string, number>()
  const addedLooks: string[] = []
  const addedLists: string[] = []
  for (const [, , id = ''] of body.matchAll(NUMBER)) {
    const list = lists.get(id)
    const lookId = /<w:abstractNumId\s+w:val="(\d+)"/.exec(list ?? '')?.[1] ?? ''
    const look = looks.get(lookId)
    if (numbers.has(id) || list === undefined || look === undefined) continue
    const number = own.firstFreeId + numbers.size
    const lookNumber = own.firstFreeLook + numbers.size
    numbers.set(id, number)
    addedLooks.push(
      // Looks with one identity are one list to Word, whatever their numbers.
      look
        .replace(/w:abstractNumId="\d+"/, `w:abstractNumId="${lookNumber}"`)
        .replace(/<w:(?:nsid|tmpl)\s[^<>]*>/g, ''),
    )
    addedLists.push(
      list
        .replace(/w:numId="\d+"/, `w:numId="${number}"`)
        .replace(/(<w:abstractNumId\s+w:val=")\d+/, `$1${lookNumber}`),
    )
  }
  host.changed.set(
    name,
    own.head + addedLooks.join('') + own.lists + addedLists.join('') + own.tail,
  )
  return body.replace(
    NUMBER,
    (_whole, before: string, id: string, after: string) =>
      before + String(numbers.get(id) ?? id) + after,
  )
}

/** The elements of this name by their ids. */
function elementsOf(xml: string, element: string, id: string): ReadonlyMap<string, string> {
  const pieces = xml.split(new RegExp(`(?=<w:${element}\\s)`)).slice(1)
  return new Map(
    pieces.map((piece) => {
      const end = piece.indexOf(`</w:${element}>`)
      const whole = end === -1 ? '' : piece.slice(0, end + `</w:${element}>`.length)
      return [attribute(piece.slice(0, piece.indexOf('>') + 1), `w:${id}`) ?? '', whole]
    }),
  )
}
