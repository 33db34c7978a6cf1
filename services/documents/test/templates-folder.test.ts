import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { startDocuments } from './http-fixture.ts'
import { testSharedTemplates, type Two } from './shared-templates.ts'

const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-folder-test-'))
  folders.push(folder)
  return folder
}

/** Two services on one folder. */
async function startTwo(): Promise<Two> {
  const config = { templatesDir: await newFolder() }
  return [await startDocuments({ config }), await startDocuments({ config })]
}

testSharedTemplates(startTwo)

const CHILD = new URL('store-writer.ts', import.meta.url)

test('of two processes that change one template without end neither fails', async () => {
  const folder = await newFolder()
  const changes = await Promise.all(
    [0, 1].map(
      async () =>
        await new Promise<number>((resolve) => {
          const child = fork(CHILD, [folder], { stdio: 'ignore' })
          const state = { made: 0 }
          child.on('message', () => {
            state.made += 1
            if (state.made === 40) child.kill('SIGKILL')
          })
          child.once('exit', () => resolve(state.made))
        }),
    ),
  )
  assert.ok(
    changes.every((made) => made >= 40),
    `${changes.join(' and ')} changes`,
  )
})
