import { zipOf } from '../docx/docx-fixture.ts'

const OPEN = 'urn:oasis:names:tc:opendocument:xmlns'
const NAMESPACES = ['office', 'text', 'table', 'style', 'script']
  .map((name) => `xmlns:${name}="${OPEN}:${name}:1.0"`)
  .join(' ')
const MORE = `xmlns:draw="${OPEN}:drawing:1.0" xmlns:presentation="${OPEN}:presentation:1.0" xmlns:svg="${OPEN}:svg-compatible:1.0" xmlns:fo="${OPEN}:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:of="${OPEN}:of:1.2" xmlns:dom="http://www.w3.org/2001/xml-events"`

/** An OpenDocument file of a body. */
export function openDocument(type: 'text' | 'spreadsheet' | 'presentation', body: string): Buffer {
  const mimetype = `application/vnd.oasis.opendocument.${type}`
  return zipOf({
    mimetype,
    'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest xmlns:manifest="${OPEN}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mimetype}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `<?xml version="1.0"?><office:document-content ${NAMESPACES} ${MORE} office:version="1.2"><office:body><office:${type}>${body}</office:${type}></office:body></office:document-content>`,
  })
}

/** An OpenDocument spreadsheet of a column of formulas. */
export function openSheet(...formulas: readonly string[]): Buffer {
  const rows = formulas.map(
    (formula) =>
      `<table:table-row><table:table-cell table:formula="of:${formula.replaceAll('"', '&quot;')}"/></table:table-row>`,
  )
  return openDocument(
    'spreadsheet',
    `<table:table table:name="Hoja">${rows.join('')}</table:table>`,
  )
}

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook of Excel whose first column has these cells, as XML. */
export function workbook(...cells: readonly string[]): Buffer {
  const rows = cells.map((cell, at) => `<row r="${at + 1}"><c r="A${at + 1}" ${cell}</c></row>`)
  const relationships = (id: string, type: string, target: string) =>
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/></Relationships>`
  return zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
    '_rels/.rels': relationships('r1', 'officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${SHEET}" xmlns:r="${RELATIONS}"><sheets><sheet name="Hoja" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships('r1', 'worksheet', 'sheet1.xml'),
    'xl/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${SHEET}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  })
}
