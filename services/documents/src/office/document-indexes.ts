import { query } from './uno-query.ts'
import type { UnoMethod, UrpConnection } from './urp-connection.ts'

const SUPPLIER = 'com.sun.star.text.XDocumentIndexesSupplier'
const ACCESS = 'com.sun.star.container.XIndexAccess'
const INDEX = 'com.sun.star.text.XDocumentIndex'

// XElementAccess has the two methods before those of XIndexAccess; XComponent and XTextContent the five before those of
// XDocumentIndex.
const GET_INDEXES: UnoMethod = { interface: SUPPLIER, index: 3 }
const GET_COUNT: UnoMethod = { interface: ACCESS, index: 5 }
const GET_BY_INDEX: UnoMethod = { interface: ACCESS, index: 6 }
const UPDATE: UnoMethod = { interface: INDEX, index: 9 }

// A table of contents, of figures, of tables, and a subject index: more are a mistake, and each takes a layout.
const MAX_INDEXES = 10

const nothing = () => undefined

/**
 * Makes the tables of contents of a document anew, and other indexes, so that they name what it holds and the right
 * pages. Asking a document without any takes half a millisecond.
 * @throws UnoException, BridgeClosed
 * @source docs/decisions/0145-documents-layout.md
 */
export async function refreshIndexes(connection: UrpConnection, document: string): Promise<void> {
  if ((await query(connection, document, SUPPLIER)) === null) return
  const indexes = await connection.call(document, GET_INDEXES, nothing, (reader) => reader.object())
  connection.release(document, SUPPLIER)
  if (indexes === null) return
  const count = await connection.call(indexes, GET_COUNT, nothing, (reader) => reader.u32())
  for (let at = 0; at < Math.min(count, MAX_INDEXES); at++) await refresh(connection, indexes, at)
  connection.release(indexes, ACCESS)
}

async function refresh(connection: UrpConnection, indexes: string, at: number): Promise<void> {
  const found = await connection.call(
    indexes,
    GET_BY_INDEX,
    (writer) => writer.u32(at),
    (reader) => reader.any(),
  )
  if (found.kind !== 'object' || found.id === null) return
  await query(connection, found.id, INDEX)
  await connection.call(found.id, UPDATE, nothing, nothing)
  connection.release(found.id, INDEX)
}
