import { importsOf, readSources, type Sources } from './sources.ts'

/** A service whose sources are sorted by subject. */
interface House {
  readonly root: string
  /** The subjects, each a folder. */
  readonly rooms: readonly string[]
  /** What every room may use. */
  readonly shared: readonly string[]
}

export const CHAT: House = {
  root: 'services/chat/src/',
  rooms: [
    'channels',
    'entrance',
    'files',
    'groups',
    'hooks',
    'invitations',
    'messages',
    'missed',
    'people',
    'personal',
    'push',
    'realm',
    'register',
  ],
  shared: ['access', 'events', 'mail', 'markdown', 'tenancy'],
}

export interface RoomReport {
  readonly imports: number
  /** Those that stay in their room or go to what every room may use. */
  readonly near: number
  /** Where the others go, `room → room`, the most first. */
  readonly crossings: readonly (readonly [pair: string, count: number])[]
}

/** How well the sources of a service lie in their rooms: imports of its own files, from files of rooms. */
export function roomReport(sources: Sources, { root, rooms, shared }: House = CHAT): RoomReport {
  // A file beside the rooms stands for itself.
  const roomOf = (path: string) => path.slice(root.length).split('/')[0] ?? ''
  const crossings = new Map<string, number>()
  let imports = 0
  for (const path of sources.keys()) {
    const room = roomOf(path)
    if (!path.startsWith(root) || !rooms.includes(room)) continue
    for (const target of importsOf(sources, path).filter((one) => one.startsWith(root))) {
      imports += 1
      const other = roomOf(target)
      if (other === room || shared.includes(other)) continue
      const pair = `${room} → ${other}`
      crossings.set(pair, (crossings.get(pair) ?? 0) + 1)
    }
  }
  const far = [...crossings.values()].reduce((sum, count) => sum + count, 0)
  return {
    imports,
    near: imports - far,
    crossings: [...crossings].toSorted(([, a], [, b]) => b - a),
  }
}

if (import.meta.main) {
  const { imports, near, crossings } = roomReport(readSources())
  console.log(`${near} of ${imports} imports stay near: ${((100 * near) / imports).toFixed(1)} %`)
  for (const [pair, count] of crossings) console.log(`${String(count).padStart(4)} ${pair}`)
}
