import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { testDatabase, type TestDatabase } from '@oficina/testkit/test-postgres.ts'
import { isAsTold, readTour, type Step } from '@oficina/testkit/tour/read-tour.ts'
import { runSteps } from '@oficina/testkit/tour/run-steps.ts'

import { ended, freePort, startProcess, type Running } from '../chat-process.ts'

// Deep: it moves an organization from one server to another by processes.

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const PICTURES = fileURLToPath(new URL('../../../../docs/pictures/', import.meta.url))
const README = fileURLToPath(new URL('../../README.md', import.meta.url))
const SECTION = /^## A team from nothing, and its move$([\s\S]*?)^## /m
const BOT = /^```js\n([\s\S]*?)^```$/m
const COMMAND = 'npm run -s chat -w @oficina/chat --'

let folder = ''
const databases: TestDatabase[] = []
const running: Running[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-move-'))
})
after(async () => {
  for (const { child } of running) {
    child.kill()
    await ended(child)
  }
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A server as the text starts it, on an empty database or on one that was imported into; its own address. */
async function start(database: TestDatabase, name: string): Promise<string> {
  const port = await freePort()
  const server = await startProcess({
    databaseUrl: database.url,
    dataDir: join(folder, name),
    settings: {
      PORT: String(port),
      CHAT_REALM_NAME: 'Obras',
      CHAT_OWNER_EMAIL: 'ana@example.com',
      CHAT_OWNER_PASSWORD: 'clave-de-ana',
    },
  })
  running.push(server)
  return `http://localhost:${port}`
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase({ key: 'empty', build: () => Promise.resolve() })
  databases.push(database)
  return database
}

test(
  'a team begins and moves to another server as the README tells',
  { timeout: 400_000 },
  async () => {
    const text = await readFile(README, 'utf8')
    await mkdir(join(folder, 'docs/pictures'), { recursive: true })
    for (const name of ['erp-home.png', 'erp-list.png']) {
      await copyFile(join(PICTURES, name), join(folder, 'docs/pictures', name))
    }
    await writeFile(join(folder, 'bot.mjs'), BOT.exec(text)?.[1] ?? '')
    const steps = readTour(SECTION.exec(text)?.[1] ?? '')
    const arrival = steps.findIndex(({ command }) =>
      command.startsWith('CHAT=http://localhost:3003'),
    )
    assert.ok(arrival > 30)
    const [old, fresh] = [await emptyDatabase(), await emptyDatabase()]
    const before = await start(old, 'obras')
    const run = (name: string, database: TestDatabase) => ({
      said: `DATA_DIR=$PWD/${name} ${COMMAND}`,
      done: `DATABASE_URL='${database.url}' DATA_DIR=$PWD/${name} LOG_LEVEL=fatal '${process.execPath}' '${MAIN}'`,
    })
    const commands = [run('obras', old), run('nuevo', fresh)]
    const here = ({ command }: Step, url: string) =>
      commands
        .reduce((line, { said, done }) => line.replaceAll(said, done), command)
        .replaceAll(/http:\/\/localhost:300[23]/g, url)
    const told = (from: readonly Step[], said: readonly string[]) => {
      for (const [index, { answer, command }] of from.entries()) {
        const own = said[index] ?? ''
        if (!isAsTold(own, answer)) assert.equal(own, answer, command)
      }
    }
    const leaving = steps.slice(0, arrival)
    // What the shell knows goes with it: its variables and functions.
    const keep = { command: 'echo "CLAVE=$CLAVE" > kept.sh', answer: '' }
    const first = [...leaving, keep].map((step) => here(step, before))
    told([...leaving, keep], await runSteps(first, { folder, preference: 'own first' }))
    const afterMove = await start(fresh, 'nuevo')
    const functions = leaving.filter(({ command }) => /^(?:key|link|seen)\(\)/.test(command))
    const arriving = [{ command: '. ./kept.sh', answer: '' }, ...functions, ...steps.slice(arrival)]
    const second = arriving.map((step) => here(step, afterMove))
    told(arriving, await runSteps(second, { folder, preference: 'own first' }))
  },
)
