import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from 'playwright-core'

import { bundleConsole } from '../../packages/web/src/server/bundle-console.ts'
import { environment, median } from '../documents/report.ts'
import { addChannels } from './bench-register.ts'
import {
  addPeople,
  mustWork,
  percentile,
  person,
  round,
  startChat,
  type ChatUnderTest,
} from './chat-under-test.ts'

// The web client in a realm of 10,000 people and 1,000 channels: `npm run bench chat/client`, or one of `opening`,
// `burst`, `day` alone. Chromium, PostgreSQL, the service and the bench share the machine.
const PEOPLE = 10_000
const OPENS = 9
const MESSAGES = 400
const BURST_A_SECOND = 200
const BURST_SECONDS = 10
const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 50_000)
const AT_ONCE = 8
const FIRST_MESSAGE = '[data-message-id]'
// The person's channels, which come with the first answer of `/register`.
const CHANNEL_ROW = '.left a[href*="/narrow/channel/"]'
const CHANNEL = 'register 1'
const SENDERS = 20

const newest = { id: 0 }

const chat = await startChat()
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
})
try {
  const firstId = await addPeople(chat, PEOPLE)
  await addChannels(chat, firstId)
  const senders = await sendersIn(chat, firstId)
  await inParallel(MESSAGES, (number) => say(senders, number))
  const context = await signedIn(browser, firstId)
  const parts = {
    opening: () => measureOpening(context),
    burst: () => measureBurst(context, senders),
    day: () => measureDay(context, senders),
  }
  const wanted = process.argv.slice(2)
  const script = await scriptSizes()
  const result: Record<string, unknown> = {
    what: `the web client in a realm of ${PEOPLE} people and 1,000 channels, 1280 by 800`,
    ...environment(),
    script,
  }
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    result[name] = await measure()
    console.log(name, JSON.stringify(result[name]))
  }
  console.log(JSON.stringify(script))
  if (wanted.length === 0) {
    writeFileSync(
      resolve(import.meta.dirname, '../results/chat-client.json'),
      `${JSON.stringify(result, null, 2)}\n`,
    )
  }
} finally {
  await browser.close()
  await chat.stop()
}

/** Numbers of people who are subscribed to the channel. */
async function sendersIn(
  { database, realmId }: ChatUnderTest,
  firstId: number,
): Promise<readonly number[]> {
  const rows = await database.query<{ user_id: number }>({
    text: `select s.user_id from subscription s join stream st on st.id = s.stream_id
           where s.realm_id = $1 and st.name = $2 and s.user_id > $3 order by s.user_id limit $4`,
    values: [realmId, CHANNEL, firstId, SENDERS],
  })
  return rows.map(({ user_id: id }) => id - firstId)
}

async function say(senders: readonly number[], number: number): Promise<number> {
  const sender = person(senders[number % senders.length] ?? 0)
  const answer = await chat.call(sender, 'POST', '/messages', {
    type: 'channel',
    to: CHANNEL,
    topic: `topic ${number % 7}`,
    content: `Message **${number}** with \`code\`, a [link](https://example.com/${number}) and some more words to fill a line.`,
  })
  const id = Number(mustWork(answer)['id'])
  newest.id = Math.max(newest.id, id)
  return id
}

async function inParallel(
  count: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1
      await work(next)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** As the client keeps an account; the form is measured by nobody. */
async function signedIn(started: Browser, userId: number): Promise<BrowserContext> {
  const context = await started.newContext({ viewport: { width: 1280, height: 800 } })
  const { email, key: apiKey } = person(0)
  const text = JSON.stringify(JSON.stringify([{ userId, email, name: 'Person 0', apiKey }]))
  await context.addInitScript(`localStorage.setItem('oficina.chat.accounts', ${text})`)
  await context.addInitScript(`new MutationObserver((_changes, observer) => {
    const now = performance.now()
    if (document.querySelector('${CHANNEL_ROW}') !== null) globalThis.channelsMs ??= now
    if (document.querySelector('${FIRST_MESSAGE}') !== null) globalThis.firstRowMs ??= now
    if (globalThis.channelsMs !== undefined && globalThis.firstRowMs !== undefined) observer.disconnect()
  }).observe(document, { childList: true, subtree: true })`)
  return context
}

/** When the channels of the person and the first message were there, in milliseconds of the page. */
async function opened(
  page: Page,
): Promise<{ readonly channels: number; readonly message: number }> {
  await page.waitForSelector(FIRST_MESSAGE)
  await page.waitForSelector(CHANNEL_ROW)
  const [channels, message] = await page.evaluate<[number, number]>('[channelsMs, firstRowMs]')
  return { channels: Math.round(channels), message: Math.round(message) }
}

/** At the newest message, where the list follows what comes. */
async function atEnd(page: Page): Promise<void> {
  await opened(page)
  await page.keyboard.press('End')
  await page.waitForSelector(`[data-message-id="${newest.id}"]`)
}

async function measureOpening(context: BrowserContext) {
  const address = `${chat.baseUrl}/console/narrow`
  const newTab: Awaited<ReturnType<typeof opened>>[] = []
  const sameTab: Awaited<ReturnType<typeof opened>>[] = []
  for (let turn = 0; turn < OPENS; turn += 1) {
    const page = await context.newPage()
    await page.goto(address)
    newTab.push(await opened(page))
    await page.goto(address)
    sameTab.push(await opened(page))
    await page.close()
  }
  const medians = (all: typeof newTab) => ({
    channelsMs: median(all.map(({ channels }) => channels)),
    firstMessageMs: median(all.map(({ message }) => message)),
    times: all,
  })
  // The very first one waits for the bundler.
  return { newTab: medians(newTab.slice(1)), sameTab: medians(sameTab) }
}

async function measureBurst(context: BrowserContext, senders: readonly number[]) {
  const page = await context.newPage()
  await page.goto(`${chat.baseUrl}/console/narrow`)
  await atEnd(page)
  await page.bringToFront()
  await page.evaluate(`globalThis.frames = []
    globalThis.lastFrame = performance.now()
    const next = (now) => {
      frames.push(now - lastFrame)
      lastFrame = now
      globalThis.nextFrame = requestAnimationFrame(next)
    }
    requestAnimationFrame(next)`)
  const begun = performance.now()
  const sent: Promise<number>[] = []
  for (let number = 0; number < BURST_A_SECOND * BURST_SECONDS; number += 1) {
    const due = begun + (number * 1000) / BURST_A_SECOND
    const wait = due - performance.now()
    if (wait > 0) await new Promise((done) => setTimeout(done, wait))
    sent.push(say(senders, number))
  }
  const ids = await Promise.all(sent)
  const seconds = (performance.now() - begun) / 1000
  await page.waitForSelector(`[data-message-id="${Math.max(...ids)}"]`, { timeout: 60_000 })
  const heardAfterMs = performance.now() - begun - seconds * 1000
  const frames = await page.evaluate<number[]>(`cancelAnimationFrame(nextFrame), frames.slice(2)`)
  await page.close()
  return {
    messages: ids.length,
    aSecond: round(ids.length / seconds),
    lastShownAfterMs: Math.round(heardAfterMs),
    frames: frames.length,
    p50Ms: round(percentile(frames, 0.5)),
    p95Ms: round(percentile(frames, 0.95)),
    longestMs: round(Math.max(...frames)),
  }
}

/** What a day of a busy organization tells a tab: messages, reactions, people who write, edits. */
async function measureDay(context: BrowserContext, senders: readonly number[]) {
  const page = await context.newPage()
  await page.goto(`${chat.baseUrl}/console/narrow`)
  await atEnd(page)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  // The first events fill what is kept on purpose.
  await makeEvents(senders, EVENTS / 10)
  await settled(page, senders)
  const before = await heap(session)
  const begun = performance.now()
  await makeEvents(senders, EVENTS)
  await settled(page, senders)
  const seconds = Math.round((performance.now() - begun) / 1000)
  const after = await heap(session)
  await page.close()
  return { events: EVENTS, seconds, before, after }
}

async function makeEvents(senders: readonly number[], count: number): Promise<void> {
  let last = 0
  const { stream_id: channelId } = mustWork(
    await chat.call(person(0), 'GET', '/get_stream_id', { stream: CHANNEL }),
  )
  await inParallel(count, async (number) => {
    const sender = person(senders[number % senders.length] ?? 0)
    const kind = number % 5
    if (kind === 0 || last === 0) {
      last = await say(senders, number)
    } else if (kind === 1) {
      await chat.call(sender, 'POST', `/messages/${last}/reactions`, { emoji_name: 'octopus' })
    } else if (kind === 2) {
      await chat.call(sender, 'PATCH', `/messages/${last}`, { content: `edited ${number}` })
    } else {
      const op = kind === 3 ? 'start' : 'stop'
      const fields = { type: 'stream', op, stream_id: channelId, topic: `topic ${number % 7}` }
      await chat.call(sender, 'POST', '/typing', fields)
    }
  })
}

/** Until the page has heard all. */
async function settled(page: Page, senders: readonly number[]): Promise<void> {
  const id = await say(senders, 0)
  await page.waitForSelector(`[data-message-id="${id}"]`, { timeout: 120_000, state: 'attached' })
}

async function heap(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? 0
  return {
    heapMb: round(of('JSHeapUsedSize') / 1_048_576),
    elements: of('Nodes'),
    listeners: of('JSEventListeners'),
  }
}

/** What the browser loads before it shows anything, and what the list of messages takes further. */
async function scriptSizes() {
  const { style, files } = await bundleConsole(
    resolve(import.meta.dirname, '../../services/chat/console'),
  )
  const kb = (begin: string) => {
    const file = files.find(({ name }) => name.startsWith(begin))
    return round(gzipSync(file?.bytes ?? '').byteLength / 1_024)
  }
  return { firstKb: kb('main-'), feedKb: kb('first-'), styleKb: kb(style) }
}
