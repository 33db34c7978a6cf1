import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { countCommits } from '@oficina/testkit/commit-counter.ts'
import { contentsOf, lostRows, type Contents } from '@oficina/testkit/database-contents.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import {
  landedDatabase,
  LANDED_API_KEY,
  landedVersions,
  unpackLandedFiles,
} from '@oficina/testkit/landed-data.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { ended, spawnProcess } from './chat-process.ts'

// Deep: it starts the service on whole databases of earlier versions.

// Processes that ran then and what was still to be told to them; mails that were due, which leave with the first round; the
// organization's address, which follows the settings.
const OF_THE_SERVICE = /^chat\.(?:process_address|event_log|missed_message|missed_progress|realm)$/v

interface Place {
  readonly databaseUrl: string
  readonly dataDir: string
}

/** A place with what that version left, until `work` has ended. */
async function onDataOf(version: string, work: (place: Place) => Promise<void>): Promise<void> {
  const database = await landedDatabase(version, 'chat', 'once')
  const dataDir = await mkdtemp(join(tmpdir(), 'oficina-landed-'))
  try {
    await unpackLandedFiles(version, dataDir)
    await work({ databaseUrl: database.url, dataDir })
  } finally {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function assertWhole(place: Place, url: string, before: Contents): Promise<void> {
  assert.deepEqual(lostRows(before, await contentsOf(place.databaseUrl, { before })), {})
  const key = Buffer.from(`owner@localhost:${LANDED_API_KEY}`).toString('base64')
  const headers = { authorization: `Basic ${key}` }
  const get = async (path: string) => {
    const answer = await exchange(url + path, 'GET', { headers })
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  const { json } = await get('/api/v1/messages?anchor=newest&num_before=100&num_after=0')
  assert.ok(json.messages.length > 1)
  const [minutes] = json.messages.filter(({ subject }: { subject: string }) => subject === 'actas')
  assert.match(minutes.content, /<strong>firmada<\/strong> y sellada: <a href="\/user_uploads\//v)
  assert.ok(minutes.flags.includes('starred'))
  assert.deepEqual(
    minutes.reactions.map(({ emoji_name }: { emoji_name: string }) => emoji_name),
    ['thumbs_up'],
  )
  const [, upload = ''] = /href="([^"]+)"/v.exec(minutes.content) ?? []
  assert.equal((await get(upload)).text, 'Acta de la reunión\n')
  assert.equal((await get('/api/v1/drafts')).json.drafts[0].content, 'Un borrador')
  const state = await exchange(`${url}/api/v1/register`, 'POST', { headers })
  assert.equal(state.status, 200, state.text)
}

/** Starts today's service and looks. */
async function startWhole(place: Place, before: Contents): Promise<void> {
  const { child, listens } = spawnProcess(place)
  try {
    await assertWhole(place, await listens, before)
  } finally {
    child.kill('SIGTERM')
    await ended(child)
  }
}

/** Starts the service with a kill behind a commit of it; whether it listened before. */
async function startKilledBehind(commit: number, place: Place): Promise<boolean> {
  const killing: { child?: ChildProcess } = {}
  const way = await countCommits(place.databaseUrl, (count) => {
    if (count === commit) killing.child?.kill('SIGKILL')
  })
  try {
    const { child, listens } = spawnProcess({ ...place, databaseUrl: way.url })
    killing.child = child
    const isUp = await listens.then(
      () => true,
      () => false,
    )
    child.kill('SIGKILL')
    await ended(child)
    assert.equal(child.signalCode, 'SIGKILL')
    return isUp
  } finally {
    await way.close()
  }
}

const versions = await landedVersions()
const [oldest] = versions
// One a day, as long as there are no more than days of a week.
const killed = inTurn(versions, 7)

for (const version of versions) {
  if (killed.includes(version)) {
    test(`starts on data of ${version} that are killed behind commits, one after the other, end whole`, async () => {
      await onDataOf(version, async (place) => {
        const before = await contentsOf(place.databaseUrl, { leftOut: OF_THE_SERVICE })
        let kills = 0
        // Each commit of the oldest; of the others some, spread over what they have to do.
        const stride = version === oldest ? 1 : 10
        while (!(await startKilledBehind(1 + kills * stride, place))) kills += 1
        assert.ok(kills > 0, `${version}: ${kills} kills`)
        await startWhole(place, before)
      })
    })
  } else {
    test(`data of ${version} start and are whole: messages, flags, uploads, drafts`, async () => {
      await onDataOf(version, async (place) => {
        await startWhole(place, await contentsOf(place.databaseUrl, { leftOut: OF_THE_SERVICE }))
      })
    })
  }
}
