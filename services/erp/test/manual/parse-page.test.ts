import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parsePage } from '../../src/manual/parse-page.ts'

function parsed(text: string) {
  const problems: string[] = []
  const page = parsePage(text, {
    named: (kind, path) =>
      kind === 'accion' && path === 'Venta.timbrar_venta'
        ? { text: 'Timbrar venta', to: null }
        : undefined,
    pictureSize: (name) => (name === 'venta' ? { width: 800, height: 500 } : undefined),
    report: (line, message) => problems.push(`${line}: ${message}`),
  })
  return { page, problems }
}

test('a page is its title and blocks, in which things are called as the console calls them', () => {
  const { page, problems } = parsed(
    '# Vender\n\nPulsa {accion:Venta.timbrar_venta}.\n\n## Qué sigue\n\n1. [Cobra](cobrar.md)\n\n![Una venta](venta)\n',
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(page, {
    title: 'Vender',
    blocks: [
      {
        kind: 'paragraph',
        text: [
          { kind: 'text', text: 'Pulsa ' },
          { kind: 'name', of: 'accion', text: 'Timbrar venta', to: null },
          { kind: 'text', text: '.' },
        ],
      },
      { kind: 'heading', id: 'que-sigue', text: [{ kind: 'text', text: 'Qué sigue' }] },
      {
        kind: 'list',
        ordered: true,
        items: [
          [
            {
              kind: 'paragraph',
              text: [
                { kind: 'link', to: '/manual/cobrar', text: [{ kind: 'text', text: 'Cobra' }] },
              ],
            },
          ],
        ],
      },
      { kind: 'picture', name: 'venta', text: 'Una venta', width: 800, height: 500 },
    ],
  })
})

test('markup in a page is text, and a link leads nowhere but into the console', () => {
  const { page, problems } = parsed(
    '# Uno\n\n<img src=x onerror=alert(1)>\n\n[fuera](//malo.example/x) y [script](javascript:alert(1))\n',
  )
  assert.deepEqual(page.blocks, [
    { kind: 'paragraph', text: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] },
    {
      kind: 'paragraph',
      text: [
        { kind: 'text', text: 'fuera' },
        { kind: 'text', text: ' y [script](javascript:alert(1))' },
      ],
    },
  ])
  assert.deepEqual(problems, ['5: //malo.example/x leads nowhere.'])
})

test('what a page names and is not there is told by its line', () => {
  const { problems } = parsed(
    '# Uno\n\n{accion:Venta.vender} y {cosa:x}\n\n![Otra](otra)\n\n### Hondo\n\n---\n',
  )
  assert.deepEqual(problems, [
    '3: There is no accion Venta.vender.',
    '3: There is no cosa x.',
    '5: There is no picture otra.',
    '7: Headings below the title are of level 2.',
    '9: A page has no hr.',
  ])
  assert.deepEqual(parsed('Sin título').problems, [
    '1: A page begins with its title, a heading of level 1.',
  ])
})
