import { compileDictionary } from '../../src/dictionary/compile-dictionary.ts'
import type { SourceFile } from '../../src/dictionary/model-source.ts'
import type { DictionaryProblem, ModelDefinition } from '../../src/dictionary/types.ts'

/** The least that makes a whole dictionary: a country, the company, a supplier, an order and its lines. */
const SAMPLE: Readonly<Record<string, string>> = {
  'palabras.yaml': [
    'written: { codigo: código, autorizacion: autorización }',
    'nouns: [compra entrega cambio]',
    'openers: [es requiere]',
    'phrases: { fecha_hora: Fecha y hora }',
  ].join('\n'),
  'diccionario.yaml': [
    'modules: { general: General, compras: Compras }',
    'counts: { 1: 1, 2: 0, 3: 4, 4: 0 }',
  ].join('\n'),
  'general/Pais.yaml': [
    'level: 1',
    'label: País',
    'help: Países.',
    'fields:',
    '  clave: text(3) required unique',
    '  nombre: text(100) required',
    '  activo: boolean',
  ].join('\n'),
  'general/Empresa.yaml': [
    'level: 3',
    'label: Empresa',
    'help: La empresa.',
    'tenant: true',
    'fields:',
    '  razon_social: text(200) required',
  ].join('\n'),
  'compras/Proveedor.yaml': [
    'level: 3',
    'label: Proveedor',
    'help: Proveedores.',
    'fields:',
    '  clave: text(20) required unique',
    '  razon_social: text(200) required',
    '  pais: Pais',
  ].join('\n'),
  'compras/Compra.yaml': [
    'level: 3',
    'label: Orden de compra',
    'help: Órdenes de compra.',
    'fields:',
    '  folio: text(20) required unique',
    '  fecha: date required',
    '  proveedor: Proveedor required',
    '  fecha_entrega: date',
    '  tipo_cambio: rate required default 1',
    '  total: money required default 0',
    '  estado:',
    '    type: choice(iniciada, en_autorizacion, autorizada)',
    '    changed_by: [autorizar_compra]',
    'actions: [autorizar_compra]',
  ].join('\n'),
  'compras/CompraPartida.yaml': [
    'level: 3',
    'label: Partida de compra',
    'help: Partidas.',
    'fields:',
    '  compra: Compra required',
    '  partida: integer required',
    '  descripcion: text(250) required',
    '  notas: long_text',
  ].join('\n'),
}

/** The sample with single files replaced, added, or (undefined) left out. */
export function sampleFiles(
  changes: Readonly<Record<string, string | undefined>> = {},
): readonly SourceFile[] {
  return Object.entries({ ...SAMPLE, ...changes }).flatMap(([path, text]) =>
    text === undefined ? [] : [{ path, text }],
  )
}

/** The sample with one line of one file replaced. */
export function sampleWithLine(path: string, from: string, to: string): readonly SourceFile[] {
  const text = SAMPLE[path]
  if (text?.includes(from) !== true) throw new Error(`The sample ${path} has no "${from}".`)
  return sampleFiles({ [path]: text.replace(from, to) })
}

export function problemsOf(files: readonly SourceFile[]): readonly DictionaryProblem[] {
  const compiled = compileDictionary(files)
  return compiled.ok ? [] : compiled.error
}

export function modelOf(files: readonly SourceFile[], name: string): ModelDefinition {
  const compiled = compileDictionary(files)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error))
  const model = compiled.value.models.find((candidate) => candidate.name === name)
  if (model === undefined) throw new Error(`No model ${name}.`)
  return model
}
