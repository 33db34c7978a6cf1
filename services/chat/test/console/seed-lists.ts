import { channel, send, sendDirect, type ChatTest, type Person } from '../chat-service.ts'

/** Three people, and what they have written in three channels and to each other. */
export interface Lists {
  readonly ana: Person
  readonly beto: Person
  readonly carla: Person
  /** The channels by their names. */
  readonly ids: Readonly<Record<string, number>>
}

export async function seedLists(chat: ChatTest): Promise<Lists> {
  const ana = await chat.person('Ana Torres')
  const beto = await chat.person('Beto Cruz')
  const carla = await chat.person('Carla Díaz')
  const ids: Record<string, number> = {}
  for (const name of ['obra-12', 'compras', 'general']) {
    ids[name] = await channel(ana, name, [ana, beto, carla])
  }
  await send(beto, 'obra-12', 'cimbra', 'Llegó el lote de cimbra')
  await send(carla, 'obra-12', 'cimbra', 'Faltan 12 tarimas')
  await send(beto, 'obra-12', 'pagos a destajo', '@**Ana Torres** ¿autorizas?')
  await send(beto, 'compras', 'proveedor', 'Alta lista')
  await send(carla, 'general', 'saludos', 'Buenos días')
  await send(ana, 'general', 'comida', '¿Quién pide?')
  await sendDirect(beto, [ana], 'Hola Ana')
  return { ana, beto, carla, ids }
}
