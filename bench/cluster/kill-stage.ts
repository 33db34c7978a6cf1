import { setTimeout as delay } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import type { Prepared } from './loads/all-loads.ts'
import type { Options } from './options.ts'
import { underLoad, type Row } from './stages.ts'

/** As long as a supervisor takes to see it and start it again. */
const DEAD_MS = 2_000

/** Kills each part in turn, as a machine that loses power, and starts it again two seconds later. */
export async function killEach(
  cluster: Cluster,
  prepared: Prepared,
  { victims, times, seconds }: Options,
  say: (row: Row) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  const names = cluster.parts().map(({ name }) => name)
  const unknown = victims.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new Error(`--victims: no ${unknown.join(', ')}; there are ${names.join(', ')}`)
  for (const [index, part] of cluster.parts().entries()) {
    if (victims.length > 0 && !victims.includes(part.name)) continue
    for (let time = 1; time <= times; time += 1) {
      const what = { what: part.name, mark: `kill${index}x${time}`, seconds }
      const row = await underLoad(cluster, prepared, what, async () => {
        await part.kill()
        await delay(DEAD_MS)
        await part.start()
      })
      rows.push(row)
      say(row)
    }
  }
  return rows
}

/** Stops and starts every process of the services, one after the other, as a new version is rolled out. */
export async function restartAll(
  cluster: Cluster,
  prepared: Prepared,
  { seconds }: Options,
): Promise<Row> {
  const what = { what: 'rolling restart of all services', mark: 'rolling', seconds }
  return await underLoad(cluster, prepared, what, async () => {
    for (const part of cluster
      .parts()
      .filter(({ name }) => /^(?:erp|chat|documents) /.test(name))) {
      await part.stop()
      await part.start()
    }
  })
}
