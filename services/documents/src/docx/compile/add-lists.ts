import type { ZipEntry } from '@oficina/zip/read-zip.ts'
import { DOS_EPOCH } from '@oficina/zip/zip-format.ts'

import { readLists, type ListsPart } from '../package/lists-part.ts'
import { partText } from '../package/part-text.ts'
import {
  compileRelationships,
  relationshipsName,
  withRelationship,
} from '../package/relationships.ts'
import { someOp } from './op-search.ts'
import type { CompiledPart, Op } from './program.ts'

type Document = {
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly mainPart: string
}

/**
 * The part that documents of a template add lists to, and whether the template gets it now; the document is then made to
 * refer to it. Undefined when none is ever added.
 */
export function addLists(
  parts: CompiledPart[],
  { entries, mainPart }: Document,
): { readonly part: ListsPart; readonly isNew: boolean } | undefined {
  const restarts = parts.some(({ ops }) => someOp(ops, isRestart))
  const hasRich = parts.some(({ ops }) => someOp(ops, isRich))
  const folder = mainPart.slice(0, mainPart.lastIndexOf('/') + 1)
  const name = `${folder}numbering.xml`
  const isNew = !entries.has(name)
  // What the template lacks cannot begin again.
  if (!hasRich && (!restarts || isNew)) return undefined
  const part = readLists(name, partText(entries, name), entries.get(name)?.dosTime)
  if (isNew) relateLists(parts, { entries, mainPart })
  return { part, isNew }
}

function isRestart(op: Op): boolean {
  return op.kind === 'unique' && op.space === 'list'
}

function isRich(op: Op): boolean {
  return op.kind === 'rich'
}

/** The document's own part becomes one that is written anew, if it is none yet, for the relationship to be in it. */
function relateLists(parts: CompiledPart[], { entries, mainPart }: Document): void {
  const at = parts.findIndex(({ name }) => name === mainPart)
  const main = parts[at]
  const name = relationshipsName(mainPart)
  const written = () =>
    compileRelationships(mainPart, partText(entries, name), entries.get(name)?.dosTime)
  const dosTime = entries.get(mainPart)?.dosTime ?? DOS_EPOCH
  const ops: readonly Op[] = [{ kind: 'static', text: partText(entries, mainPart) ?? '' }]
  const related = {
    ...(main ?? { name: mainPart, dosTime, ops, hasImages: false }),
    relationships: withRelationship(main?.relationships ?? written(), 'numbering', 'numbering.xml'),
  }
  if (main === undefined) parts.push(related)
  else parts[at] = related
}
