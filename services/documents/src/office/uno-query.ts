import type { UnoMethod, UrpConnection } from './urp-connection.ts'

export const INTERFACE = 'com.sun.star.uno.XInterface'

// A method's index starts at the interface's base: XInterface has the first three.
const QUERY_INTERFACE: UnoMethod = { interface: INTERFACE, index: 0 }

/** Asks an object for one of its interfaces, before a method of it is called; null when it has none of the name. */
export async function query(
  connection: UrpConnection,
  object: string,
  interfaceName: string,
): Promise<string | null> {
  const found = await connection.call(
    object,
    QUERY_INTERFACE,
    (writer) => writer.interfaceType(interfaceName),
    (reader) => reader.any(),
  )
  return found.kind === 'object' ? found.id : null
}
