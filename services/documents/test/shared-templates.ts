import assert from 'node:assert/strict'
import { test } from 'node:test'

import { docx, p, partsOf, textOf } from './docx/docx-fixture.ts'
import { codeOf, type DocumentsTest } from './http-fixture.ts'

export type Two = readonly [DocumentsTest, DocumentsTest]

export async function rendered(documents: DocumentsTest, slug: string, data: object = {}) {
  const answer = await documents.render(slug, data)
  assert.equal(answer.status, 200, answer.text.slice(0, 300))
  return textOf(partsOf(answer.bytes).get('word/document.xml') ?? '').trim()
}

/** One of the two, in turn. */
export function oneOf(both: Two, index: number): DocumentsTest {
  return both[index % 2] ?? both[0]
}

export async function stopBoth(both: Two): Promise<void> {
  for (const one of both) await one.stop()
}

/** What holds for two services on the same templates, wherever those are. */
export function testSharedTemplates(startTwo: () => Promise<Two>): void {
  test('a template that is uploaded at one process is rendered, listed and refused a second time at another at once', async () => {
    const both = await startTwo()
    const [here, there] = both
    assert.equal((await there.render('nuevo', {})).status, 404)
    assert.equal((await here.upload('nuevo', docx(p('uno')))).status, 201)
    assert.equal(await rendered(there, 'nuevo'), 'uno')
    const again = await there.upload('nuevo', docx(p('otro')))
    assert.deepEqual([again.status, codeOf(again)], [409, 'TEMPLATE_CONFLICT'])
    const { json } = await there.client.get('/templates')
    assert.ok(json.templates.some(({ slug }: { slug: string }) => slug === 'nuevo'))
    await stopBoth(both)
  })

  test('what one process replaces or removes is so at another after a second', async () => {
    const both = await startTwo()
    const [here, there] = both
    await here.upload('cambia', docx(p('uno')))
    assert.equal(await rendered(there, 'cambia'), 'uno')
    const replaced = await here.put('cambia', { file: docx(p('dos')) })
    assert.equal(replaced.status, 200)
    assert.equal(await rendered(here, 'cambia'), 'dos', 'at once where it was replaced')
    there.clock.advance(1_000)
    assert.equal(await rendered(there, 'cambia'), 'dos')
    assert.equal((await here.client.send('DELETE', '/templates/cambia')).status, 204)
    there.clock.advance(1_000)
    assert.equal(codeOf(await there.render('cambia', {})), 'TEMPLATE_NOT_FOUND')
    assert.equal((await there.upload('cambia', docx(p('tres')))).status, 201)
    here.clock.advance(1_000)
    assert.equal(await rendered(here, 'cambia'), 'tres')
    await stopBoth(both)
  })

  test('of many uploads of one slug at two processes one is stored, also where one was removed', async () => {
    const both = await startTwo()
    for (const round of ['first', 'again']) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          oneOf(both, index).upload('carrera', docx(p(`es ${index}`))),
        ),
      )
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      assert.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 409)], round)
      const won = answers.findIndex(({ status }) => status === 201)
      for (const one of both) {
        one.clock.advance(1_000)
        assert.equal(await rendered(one, 'carrera'), `es ${won}`)
      }
      assert.equal((await both[1].client.send('DELETE', '/templates/carrera')).status, 204)
    }
    await stopBoth(both)
  })

  test('of changes at two processes that name the same version one is made, and 412 is told to the others', async () => {
    const both = await startTwo()
    const { headers } = await both[0].upload('etag', docx(p('uno')))
    const etag = headers.get('etag') ?? ''
    assert.match(etag, /^"etag\./)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        oneOf(both, index).put('etag', { file: docx(p(`es ${index}`)) }, { 'if-match': etag }),
      ),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 412, 412, 412, 412, 412],
    )
    for (const one of both) {
      one.clock.advance(1_000)
      assert.equal(await rendered(one, 'etag'), `es ${won}`)
    }
    await stopBoth(both)
  })

  test('a file and a schema that two processes change at once are both kept', async () => {
    const both = await startTwo()
    for (let round = 0; round < 20; round += 1) {
      const slug = `partes-${round}`
      await both[0].upload(slug, docx(p('uno')))
      const changes = await Promise.all([
        both[0].put(slug, { file: docx(p('dos')) }),
        both[1].put(slug, { schema: '{"description":"nuevo"}' }),
      ])
      assert.deepEqual(
        changes.map(({ status }) => status),
        [200, 200],
      )
      both[0].clock.advance(1_000)
      assert.equal(await rendered(both[0], slug), 'dos')
      const schema = await both[0].client.get(`/templates/${slug}/schema`)
      assert.equal(schema.json.description, 'nuevo')
    }
    await stopBoth(both)
  })

  test('a deletion and a change at once happen one after the other, and both answers say so', async () => {
    const both = await startTwo()
    for (let round = 0; round < 20; round += 1) {
      const slug = `orden-${round}`
      const { headers } = await both[0].upload(slug, docx(p('uno')))
      const named = { 'if-match': headers.get('etag') ?? '' }
      const [changed, removed] = await Promise.all([
        oneOf(both, round).put(slug, { file: docx(p('dos')) }, named),
        oneOf(both, round + 1).client.send('DELETE', `/templates/${slug}`, { headers: named }),
      ])
      // Both name the version that only one of them can have met.
      const answers = [changed.status, removed.status]
      assert.ok(['200,412', '404,204'].includes(answers.join()), answers.join())
      for (const one of both) {
        one.clock.advance(1_000)
        if (changed.status === 200) assert.equal(await rendered(one, slug), 'dos')
        else assert.equal((await one.render(slug, {})).status, 404)
      }
    }
    await stopBoth(both)
  })

  test('of two deletions at once one is 204 and the other 404', async () => {
    const both = await startTwo()
    for (let round = 0; round < 10; round += 1) {
      const slug = `fuera-${round}`
      await both[0].upload(slug, docx(p('uno')))
      const removals = both.map((one) => one.client.send('DELETE', `/templates/${slug}`))
      const statuses = (await Promise.all(removals)).map(({ status }) => status)
      assert.deepEqual(
        statuses.toSorted((a, b) => a - b),
        [204, 404],
      )
    }
    await stopBoth(both)
  })
}
