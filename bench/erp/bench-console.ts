import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright-core'

import { bundleConsole } from '../../packages/web/src/server/bundle-console.ts'
import { environment, median } from '../documents/report.ts'
import { startErp, type ErpUnderTest } from './erp-under-test.ts'

// The list of the console over 100,000 clients: `npm run bench erp/console`. Chromium, PostgreSQL and the service
// share the machine.
const ROWS = 100_000
const OPENS = 9
const TURNS = 400
const JUMPS = 20
// An hour of somebody who works fast: a list scrolled and a record opened once in twelve seconds.
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 300)
const SCROLLS_A_ROUND = 12
const FRAME_MS = 33.4

const erp = await startErp()
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
})
try {
  await insertClients(erp)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await signIn(context)
  const script = await scriptSizes()
  const firstRow = await measureOpening(context)
  console.log(JSON.stringify({ script, firstRow }))
  const scrolling = await measureScrolling(context)
  console.log(JSON.stringify(scrolling))
  const result = {
    what: `the list of ${ROWS} Cliente in Chromium, 1280 by 800; frames of ${TURNS} turns of the wheel of 600 px`,
    ...environment(),
    script,
    firstRow,
    ...scrolling,
    hour: await measureHour(context),
  }
  writeFileSync(
    resolve(import.meta.dirname, '../results/erp-console.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  )
  console.log(JSON.stringify(result, null, 2))
  console.table({
    'first row, ms (median)': result.firstRow.medianMs,
    'frames, ms (p50 / p95)': `${result.frames.p50Ms} / ${result.frames.p95Ms}`,
    'frames below 33 ms, %': result.frames.belowPercent,
    'jump, ms (median)': result.jump.medianMs,
    'first script, KB gzip': result.script.firstKb,
    'heap, MB (before / after an hour)': `${result.hour.beforeMb} / ${result.hour.afterMb}`,
  })
} finally {
  await browser.close()
  await erp.stop()
}

async function insertClients({ db }: ErpUnderTest): Promise<void> {
  await db.query(`insert into grupo_cliente (empresa_id, id, creado_en, modificado_en, clave, nombre)
    select 1, 1000 + i, now(), now(), 'G' || i, 'Grupo ' || i from generate_series(1, 4) i`)
  await db.query(
    `insert into cliente (empresa_id, id, creado_en, modificado_en, clave, razon_social, nombre_comercial, rfc, regimen_fiscal, grupo_cliente, estado)
     select 1, i, now(), now(), 'CL-' || lpad(i::text, 6, '0'), 'Cliente número ' || i || ', S.A. de C.V.', 'Comercial ' || i % 997,
       'XAXX010101000', (select id from regimen_fiscal where clave = '601'), 1001 + i % 4, (array['activo', 'suspendido', 'baja'])[1 + i % 3]
     from generate_series(1, $1::int8) i`,
    [ROWS],
  )
  await db.query('vacuum analyze')
}

/** As the console keeps a session; the form is measured by nobody. */
async function signIn(context: BrowserContext): Promise<void> {
  const session = {
    token: erp.authorization.slice('Bearer '.length),
    expiresAt: '2099-01-01T00:00:00Z',
    login: 'admin',
    usuario: { id: 1, usuario: 'admin', nombre: 'Administrador' },
    empresa: { id: 1, razon_social: 'Bench, S.A.' },
    mustEnrol: false,
  }
  const text = JSON.stringify(JSON.stringify(session))
  await context.addInitScript(`localStorage.setItem('oficina.erp.session', ${text})`)
}

function address(): string {
  return `${new URL(erp.base).origin}/console/m/Cliente`
}

async function measureOpening(context: BrowserContext) {
  const times: number[] = []
  for (let round = 0; round < OPENS; round += 1) {
    const page = await context.newPage()
    await page.addInitScript(`new MutationObserver((_changes, observer) => {
      if (document.querySelector('.grid-body .cell.key a') === null) return
      observer.disconnect()
      globalThis.firstRowMs = performance.now()
    }).observe(document, { childList: true, subtree: true })`)
    await page.goto(address())
    await page.waitForSelector('.grid-body .cell.key a')
    times.push(Math.round(Number(await page.evaluate('globalThis.firstRowMs'))))
    await page.close()
  }
  // The first one waits for the bundler.
  return { medianMs: median(times.slice(1)), times }
}

async function measureScrolling(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(address())
  await page.waitForSelector('.grid-body .cell.key a')
  const session = await context.newCDPSession(page)
  await page.evaluate(`globalThis.frames = []
    globalThis.lastFrame = performance.now()
    const next = (now) => {
      frames.push(now - lastFrame)
      lastFrame = now
      globalThis.nextFrame = requestAnimationFrame(next)
    }
    requestAnimationFrame(next)`)
  for (let turn = 0; turn < TURNS; turn += 1) await turnWheel(session, 600)
  const frames = await page.evaluate<number[]>(`cancelAnimationFrame(nextFrame), frames.slice(2)`)
  const jumps: number[] = []
  for (let jump = 0; jump < JUMPS; jump += 1)
    jumps.push(await measureJump(page, (jump * 0.618) % 1))
  await page.close()
  const sorted = frames.toSorted((one, other) => one - other)
  const at = (part: number) => round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
  const below = frames.filter((ms) => ms < FRAME_MS).length
  return {
    frames: {
      count: frames.length,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      belowPercent: round((below / frames.length) * 100),
    },
    jump: { medianMs: median(jumps), times: jumps },
  }
}

/** From the moment the thumb is let go until the row there is on the page. */
function measureJump(page: Page, part: number): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const grid = document.querySelector('.grid')
    const begun = performance.now()
    grid.scrollTop = ${part} * (grid.scrollHeight - grid.clientHeight)
    const look = () => {
      // Turns of the wheel that are still on their way move it further.
      const key = 'CL-' + String(Math.floor(grid.scrollTop / 34) + 5).padStart(6, '0')
      if (grid.textContent.includes(key)) resolve(Math.round(performance.now() - begun))
      else setTimeout(look, 4)
    }
    look()
  })`)
}

async function measureHour(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(address())
  await page.waitForSelector('.grid-body .cell.key a')
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  // The first rounds fill what is kept on purpose.
  await work(page, session, Math.ceil(ROUNDS / 10))
  const beforeMb = await heapMb(session)
  await work(page, session, ROUNDS)
  const afterMb = await heapMb(session)
  await page.close()
  return { rounds: ROUNDS, scrolls: ROUNDS * SCROLLS_A_ROUND, beforeMb, afterMb }
}

async function work(page: Page, session: CDPSession, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < SCROLLS_A_ROUND; turn += 1) await turnWheel(session, 900)
    await measureJump(page, (round * 0.618) % 1)
    // A record and back, which finds the list where it was.
    await page.locator('.grid-body .cell.key a').nth(20).click()
    await page.waitForSelector('.grid', { state: 'detached' })
    await page.goBack()
    await page.waitForSelector('.grid[aria-busy=false] .cell.key a')
  }
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const bytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  return round(bytes / 1_048_576)
}

async function turnWheel(session: CDPSession, deltaY: number): Promise<void> {
  await session.send('Input.dispatchMouseEvent', {
    type: 'mouseWheel',
    x: 700,
    y: 500,
    deltaX: 0,
    deltaY,
    pointerType: 'mouse',
  })
}

/** What the browser loads before it shows anything, and what the list takes further. */
async function scriptSizes() {
  const { script, files } = await bundleConsole(
    resolve(import.meta.dirname, '../../services/erp/console'),
  )
  const sizes = new Map(files.map(({ name, bytes }) => [name, gzipSync(bytes).byteLength]))
  const texts = new Map(files.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]))
  const all = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const [, imported = ''] of (texts.get(name) ?? '').matchAll(
      /(?:from|import)"\.\/([^"]+)"/g,
    )) {
      all(imported, seen)
    }
    return seen
  }
  const first = all(script)
  const page = [...sizes.keys()].find((name) => name.startsWith('list-page')) ?? ''
  const further = [...all(page)].filter((name) => !first.has(name))
  const kb = (names: Iterable<string>) =>
    round([...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0) / 1_024)
  return { firstKb: kb(first), listKb: kb(further) }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
