import assert from 'node:assert/strict'
import { test } from 'node:test'

import { compile, docx, line, p, problemOf, render, textOf, english } from './docx-fixture.ts'

test('white space inside of a tag means nothing', () => {
  assert.equal(line('{ name }|{  name\u00a0}', { name: 'Ana' }), 'Ana|Ana')
})

test('dots lead into nested data, brackets into lists and odd names', () => {
  const data = { a: { b: { c: 'deep' } }, list: [{ x: 1 }, { x: 2 }], 'odd name': { y: 3 } }
  assert.equal(line('{a.b.c} {list[1].x} {a["b"].c} {a.b.c.d.e}|', data), 'deep 2 deep |')
})

test('a key with dots in it is found when no path leads there', () => {
  assert.equal(line('{a.b}', { 'a.b': 'key' }), 'key')
  assert.equal(line('{a.b}', { 'a.b': 'key', a: { b: 'path' } }), 'path')
})

test('keys that are no words are found as they are written', () => {
  const data = {
    'first-name': 'Ana',
    '1st': 'one',
    'Sí/No': 'Sí',
    'client’s name': 'Luis',
    'terms and conditions': 'none',
    '42': 'answer',
  }
  assert.equal(
    line('{first-name} {1st} {Sí/No} {client’s name} {terms and conditions} {42}', data),
    'Ana one Sí Luis none answer',
  )
})

test('this and . are the item, and .name is a name of the item only', () => {
  assert.equal(line('{#list}{this}{.}{/list}', { list: ['a', 'b'] }), 'aabb')
  assert.equal(
    line('{#list}{.name}{this.name}-{/list}', { name: 'outer', list: [{ name: 'x' }, {}] }),
    'xx--',
  )
})

test('an object is no text', () => {
  assert.equal(line('[{a}]', { a: { toString: 'x', valueOf: 1 } }), '[]')
})

test('a tab becomes a tab of Word and a line end a break of Word, in the run of the tag', () => {
  const { xml } = render(`<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>{a}</w:t></w:r></w:p>`, {
    a: 'x\ty\r\nz\rw',
  })
  assert.match(
    xml,
    /<w:rPr><w:b\/><\/w:rPr><w:t xml:space="preserve">x<\/w:t><w:tab\/><w:t xml:space="preserve">y<\/w:t><w:br\/>/,
  )
  assert.equal(textOf(xml).trim(), 'x\ty\nz\nw')
})

test('characters that XML cannot hold are left out', () => {
  assert.equal(
    line('{a}', { a: 'a\u0000b\u0008c\u000bd\u001fe\ufffef\ud800g\udc00h\u{1f600}' }),
    'abcdefgh\u{1f600}',
  )
})

test('markup in a value is text', () => {
  const { xml } = render(p('{a}'), { a: '</w:t><w:br/>&amp;]]>' })
  assert.match(xml, /&lt;\/w:t&gt;&lt;w:br\/&gt;&amp;amp;\]\]&gt;/)
})

test('space around a tag and inside of a value is kept', () => {
  const { xml } = render('<w:p><w:r><w:t>Hello {a</w:t></w:r><w:r><w:t>} dear</w:t></w:r></w:p>', {
    a: ' x ',
  })
  assert.match(xml, /<w:t xml:space="preserve">Hello  x <\/w:t>/)
  assert.match(xml, /<w:t xml:space="preserve"> dear<\/w:t>/)
})

test('runs that held nothing but a piece of a tag are gone', () => {
  const { xml } = render(p('{', 'na', 'me', '}'), { name: 'Ana' })
  assert.equal(xml.match(/<w:r>/g)?.length, 1)
})

test('a line broken inside of a tag is not part of the document', () => {
  const { text } = render('<w:p><w:r><w:t>{na</w:t><w:br/><w:t>me}</w:t></w:r></w:p>', {
    name: 'Ana',
  })
  assert.equal(text, 'Ana\n')
})

test('tags are filled in headers, footers, notes, comments and properties', () => {
  const NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const parts = {
    'word/header1.xml': `<w:hdr ${NS}>${p('{a}')}</w:hdr>`,
    'word/footer2.xml': `<w:ftr ${NS}>${p('{a}')}</w:ftr>`,
    'word/footnotes.xml': `<w:footnotes ${NS}><w:footnote w:id="1">${p('{a}')}</w:footnote></w:footnotes>`,
    'word/endnotes.xml': `<w:endnotes ${NS}><w:endnote w:id="1">${p('{a}')}</w:endnote></w:endnotes>`,
    'word/comments.xml': `<w:comments ${NS}><w:comment w:id="1">${p('{a}')}</w:comment></w:comments>`,
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>{a}</dc:title></cp:coreProperties>',
    'docProps/app.xml': '<Properties xmlns="x"><Company>{a}</Company></Properties>',
  }
  const rendered = render(docx(p('{a}'), parts), { a: 'x & y' }).parts
  for (const name of Object.keys(parts))
    assert.equal(textOf(rendered.get(name) ?? '').trim(), 'x & y', name)
})

test('a text box, which Word writes twice, is filled twice', () => {
  const box = `<w:txbxContent>${p('{a}')}</w:txbxContent>`
  const body = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps">${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>{b}</w:t></w:r></w:p>`
  assert.equal(render(body, { a: 'x', b: 'y' }).text, 'x\nx\ny\n')
})

test('line ends in the text of a drawing are breaks of drawings', () => {
  const body = '<w:p><w:r><a:p><a:r><a:rPr b="1"/><a:t>{a}</a:t></a:r></a:p></w:r></w:p>'
  assert.match(
    render(body, { a: 'x\ny' }).xml,
    /<a:t>x<\/a:t><\/a:r><a:br\/><a:r><a:rPr b="1"\/><a:t>y<\/a:t>/,
  )
})

/** A document of `{a}` whose namespace has this prefix. */
function documentWithPrefix(prefix: string): Record<string, string> {
  const q = prefix === '' ? '' : `${prefix}:`
  const declared = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  return {
    'word/document.xml': `<${q}document ${declared}="http://purl.oclc.org/ooxml/wordprocessingml/main"><${q}body><${q}p><${q}r><${q}t>{a}</${q}t></${q}r></${q}p></${q}body></${q}document>`,
  }
}

test('parts with other prefixes for the namespaces are understood', () => {
  for (const prefix of ['ns0', '']) {
    const q = prefix === '' ? '' : `${prefix}:`
    const rendered = render(docx('', documentWithPrefix(prefix)), { a: 'x\ny' }).xml
    assert.ok(rendered.includes(`x</${q}t><${q}br/><${q}t xml:space="preserve">y`), rendered)
  }
})

test('tags inside of values are not filled in a second round', () => {
  assert.equal(line('{a}', { a: '{b}', b: 'secret' }), '{b}')
})

test('parts without tags are copied byte for byte', () => {
  const parts = {
    'word/styles.xml': `<w:styles xmlns:w="x"><!-- as it is --></w:styles>`,
    'word/media/x.bin': 'x'.repeat(2000),
  }
  const rendered = render(docx(p('{a}'), parts), {}).parts
  assert.equal(rendered.get('word/styles.xml'), parts['word/styles.xml'])
  assert.equal(rendered.get('word/media/x.bin'), parts['word/media/x.bin'])
})

test('strict gives the list of all values that the data lacks, each path once', () => {
  const body =
    p('{a} {b.c} {b.c} {given} {nothing} {x | default:"-"}') +
    p('{#rows}') +
    p('{name}{outer}') +
    p('{/rows}') +
    p('{^none}{/none}')
  const data = { b: {}, given: '', nothing: null, outer: 1, rows: [{ name: 'x' }, {}] }
  assert.deepEqual(problemOf(body, data, { strict: true }), {
    kind: 'missing-values',
    paths: ['a', 'b.c', 'rows[1].name'],
  })
})

test('strict is content with data that has all values', () => {
  assert.equal(line('{a} {#b}{c}{/b}', { a: 1, b: { c: null } }, { strict: true }), '1 ')
})

test('names of the language never resolve, even when the data has them', () => {
  // JSON.parse gives the data own keys of these names, which an object literal cannot.
  const data: unknown = JSON.parse(
    '{"__proto__": {"x": 1}, "constructor": "c", "prototype": "p", "a": {"__proto__": {"polluted": 1}, "constructor": 2}}',
  )
  const tags =
    '{__proto__}{constructor}{prototype}{a.__proto__}{a.__proto__.polluted}{a.constructor}{a["constructor"]}{toString}{a.hasOwnProperty}'
  assert.equal(line(`[${tags}]`, data), '[]')
})

test('names of the language are reported as missing', () => {
  const data: unknown = JSON.parse('{"__proto__": {"x": 1}}')
  assert.deepEqual(problemOf(p('{__proto__.x} {toString}'), data, { strict: true }), {
    kind: 'missing-values',
    paths: ['__proto__.x', 'toString'],
  })
})

test('code in a tag is no expression', () => {
  const problem = problemOf(p('{constructor.constructor("return process")()}'), {})
  assert.equal(problem.kind, 'broken-template')
})

test('a hyphen is part of a name that the data has, else a minus', () => {
  const data = { total: 100, descuento: 20, a: 1, b: 2, c: 3, 'first-name': 'Ana', first: 'x' }
  const cases: readonly (readonly [tag: string, text: string])[] = [
    ['{total-descuento}', '80'],
    ["{total-descuento | currency:'USD':'en-US'}", '$80.00'],
    ['{a-b+c}', '2'],
    ['{2*total-descuento}', '180'],
    ['{c-a-b}', '0'],
    ['{total - a-b}', '97'],
    ['{first-name}', 'Ana'],
    ["{first-name + ' x'}", 'Ana x'],
    ['{unknown-name}', ''],
    ['{saldo.total-saldo.pagado}', '7'],
    ['{saldo.total-a}', '9'],
    ['{saldo.por-pagar}', '5'],
    ['{saldo.por-pagar - saldo.total}', '-5'],
    ['{#total-descuento > 79}sí{/}', 'sí'],
  ]
  const saldo = { total: 10, pagado: 3, 'por-pagar': 5 }
  for (const [tag, text] of cases) assert.equal(line(tag, { ...data, saldo }), text, tag)
  assert.equal(line('{total-descuento}', { ...data, 'total-descuento': 7 }), '7')
  const problem = problemOf(p('{total-descuento}'), { total: 1 }, { strict: true })
  assert.deepEqual(problem, { kind: 'missing-values', paths: ['descuento'] })
})

test('keys with spaces and places in lists are reached by dots as well', () => {
  const data = {
    cliente: { 'Razón Social': 'ACME', 'Sí/No': 'No', dirección: { 'C.P.': '06000' } },
    items: [{ n: 'cero' }, { n: 'uno' }],
    matriz: [[1, 2]],
  }
  assert.equal(line('{cliente.Razón Social}|{cliente.Sí/No}', data), 'ACME|No')
  assert.equal(line('{items.0.n} {items.1.n} {items.9.n}|{matriz.0.1}', data), 'cero uno |2')
  assert.deepEqual(problemOf(p('{cliente.Nombre Comercial}'), data, { strict: true }), {
    kind: 'missing-values',
    paths: ['cliente.Nombre Comercial'],
  })
})

test('a name in brackets is one of the value that they stand behind', () => {
  const data = { cliente: { 'razón social': 'ACME' }, filas: [{ 'n-1': 'a' }, { 'n-1': 'b' }] }
  assert.equal(line("{cliente['razón social']}", data), 'ACME')
  assert.equal(line("{#filas}{.['n-1']}{/filas}", data), 'ab')
  assert.equal(line("{.['cliente']['razón social']}", data), 'ACME')
})

test('what would silently print nothing, or something else, is a problem at upload', () => {
  const cases: readonly (readonly [tag: string, message: RegExp])[] = [
    ['{x=5}', /compared with "=="/],
    ['{#a = b}{/}', /compared with "=="/],
    ['{d.nombre}', /Carbone.*\{nombre\}.*\{this\.d\.nombre\}/],
    ['{#d.items}{/}', /Carbone/],
    ['{% if x %}', /Jinja.*\{#name\} … \{\/name\}/],
    ['{%tr for x in y %}', /Jinja/],
    ['{# nota #}', /no tags for comments/],
    ['{if x}', /"if" begins nothing.*\{#name\}/],
    ['{#each filas}{/each}', /"each" begins nothing/],
    ['{FOR p IN ps}', /"FOR" begins nothing/],
    ['{endif}', /"endif" ends nothing/],
    ['{END-FOR p}', /ends nothing/],
    ['{#a}x{else if b}y{/a}', /There is no "else if": write \{else\}/],
    ["{fecha | date:'DD/MM/YYYY'}", /"DD" stands for nothing in a date; there are yyyy/],
    ["{fecha | date:'d de MMMM de yyyy'}", /"e" stands for nothing.*date:"d 'de' MMMM/],
    ["{items | sort:'precio*cant'}", /name of a field, which 'precio\*cant' is not/],
    ["{items | filter:'x>1' | count}", /name of a field/],
    ["{items | filter:'x':'~':1 | count}", /takes one of == /],
    ["{items | sort:'x':'descending' | count}", /takes one of asc desc/],
    ["{items | join:', ':'a,b'}", /name of a field/],
    ['{a-b+c-d+e-f+g-h+i-j}', /put spaces around "-"/],
  ]
  for (const [tag, message] of cases) {
    const { problems } = compile(p(tag.replaceAll('>', '&gt;')))
    assert.match(english(problems[0]), message, tag)
  }
  const data = { d: { nombre: 'D' }, fecha: '2024-03-05' }
  assert.equal(line('{this.d.nombre}', data), 'D')
  const own = { each: 1, 'for sale': 2, format: 3, end: 4, endpoint: 5, 'If Only': 6 }
  assert.equal(line('{each}{for sale}{format}{end}{endpoint}{If Only}', own), '123456')
  assert.equal(line("{fecha | date:\"d 'de' MMMM 'de' yyyy\":'es'}", data), '5 de marzo de 2024')
})
