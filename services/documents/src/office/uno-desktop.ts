import { pathToFileURL } from 'node:url'

import { refreshIndexes } from './document-indexes.ts'
import { EXPORT_FILTERS, type OfficeFormat } from './office-format.ts'
import { INTERFACE, query } from './uno-query.ts'
import type { UnoMethod, UrpConnection } from './urp-connection.ts'
import type { UrpReader } from './urp-reader.ts'
import { UnoShort, type UnoProperties } from './urp-writer.ts'

const CONTEXT = 'com.sun.star.uno.XComponentContext'
const FACTORY = 'com.sun.star.lang.XMultiComponentFactory'
const LOADER = 'com.sun.star.frame.XComponentLoader'
const COMPONENT = 'com.sun.star.lang.XComponent'
const STORABLE = 'com.sun.star.frame.XStorable'
const CLOSEABLE = 'com.sun.star.util.XCloseable'

// A method's index starts at the interface's base: XInterface has the first three.
const GET_SERVICE_MANAGER: UnoMethod = { interface: CONTEXT, index: 4 }
const CREATE_INSTANCE: UnoMethod = { interface: FACTORY, index: 3 }
const LOAD_COMPONENT: UnoMethod = { interface: LOADER, index: 3 }
const STORE_TO_URL: UnoMethod = { interface: STORABLE, index: 8 }
const CLOSE: UnoMethod = { interface: CLOSEABLE, index: 5 }

const DELIVER_OWNERSHIP = 1

/** A file is read only as what it was found to be, runs no macro and follows no link. */
const LOAD_PROPERTIES: UnoProperties = {
  Hidden: true,
  ReadOnly: true,
  UpdateDocMode: new UnoShort(0),
  MacroExecutionMode: new UnoShort(0),
}

/** The desktop of one office process: it opens documents. */
export interface Desktop {
  /**
   * Loads a file and stores it as PDF; `false` when the office cannot read it.
   * @throws UnoException, BridgeClosed
   */
  storeAsPdf(request: StoreRequest): Promise<boolean>
}

const nothing = () => undefined
const readObject = (reader: UrpReader): string | null => reader.object()

/** Finds the desktop behind an established connection. */
export async function openDesktop(connection: UrpConnection): Promise<Desktop> {
  const context = await initialObject(connection, 'StarOffice.ComponentContext', CONTEXT)
  const manager = await connection.call(context, GET_SERVICE_MANAGER, nothing, readObject)
  if (manager === null) throw new Error('the office has no service manager')
  await query(connection, manager, FACTORY)
  const desktop = await connection.call(
    manager,
    CREATE_INSTANCE,
    (writer) => writer.string('com.sun.star.frame.Desktop').object(context),
    readObject,
  )
  if (desktop === null) throw new Error('the office has no desktop')
  await query(connection, desktop, LOADER)
  return {
    storeAsPdf: (request) => storeAsPdf(connection, desktop, request),
  }
}

/** The root object must be requested as XInterface first: the bridge knows it only by that name. */
async function initialObject(
  connection: UrpConnection,
  name: string,
  interfaceName: string,
): Promise<string> {
  const root = await query(connection, name, INTERFACE)
  if (root === null) throw new Error(`the office offers no ${name}`)
  await query(connection, root, interfaceName)
  return root
}

export interface StoreRequest {
  readonly format: OfficeFormat
  readonly source: string
  readonly target: string
  readonly filterData: UnoProperties
  /** Tables of contents are made anew: what a render wrote is not in them yet. */
  readonly refreshesIndexes: boolean
}

async function storeAsPdf(
  connection: UrpConnection,
  desktop: string,
  { source, target, format, filterData, refreshesIndexes }: StoreRequest,
): Promise<boolean> {
  const document = await connection.call(
    desktop,
    LOAD_COMPONENT,
    (writer) =>
      writer
        .string(pathToFileURL(source).href)
        .string('_blank')
        .u32(0)
        .properties({ ...LOAD_PROPERTIES, ...filterOf(format) }),
    readObject,
  )
  if (document === null) return false
  try {
    if (refreshesIndexes) await refreshIndexes(connection, document)
    await query(connection, document, STORABLE)
    const FilterName = EXPORT_FILTERS[format.module]
    const properties = { FilterName, Overwrite: true, FilterData: filterData }
    try {
      await connection.call(
        document,
        STORE_TO_URL,
        (writer) => writer.string(pathToFileURL(target).href).properties(properties),
        nothing,
      )
    } finally {
      connection.release(document, STORABLE)
    }
  } finally {
    await closeDocument(connection, document)
  }
  return true
}

function filterOf({ loadFilter, loadOptions }: OfficeFormat): UnoProperties {
  const FilterName = loadFilter
  return loadOptions === undefined ? { FilterName } : { FilterName, FilterOptions: loadOptions }
}

async function closeDocument(connection: UrpConnection, document: string): Promise<void> {
  if (connection.isClosed) return
  await query(connection, document, CLOSEABLE)
  await connection.call(document, CLOSE, (writer) => writer.u8(DELIVER_OWNERSHIP), nothing)
  connection.release(document, CLOSEABLE)
  connection.release(document, COMPONENT)
}
