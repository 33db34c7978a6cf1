import type { Result } from '@oficina/kit/result.ts'

import { parseCondition } from './condition.ts'
import type { Tone } from './derive/derive-tone.ts'
import { parseFieldSpec } from './field-spec.ts'
import { parseFill, type Fill } from './fill.ts'
import type {
  FieldSource,
  FieldSpec,
  LinesSource,
  ModelSource,
  SourceFile,
} from './model-source.ts'
import { parseComputed, parseRange } from './parse-formula.ts'
import { takeAdmin, takeColumns, takeSections } from './parse-layout.ts'
import { takeStates } from './parse-states.ts'
import type { DictionaryProblem, Level, Operation, ReadOnly, TextPart } from './types.ts'
import {
  readYaml,
  report,
  takeList,
  takeMap,
  takeOneOf,
  takeOptional,
  takeText,
  takeTexts,
  takeTrue,
  type Entries,
  type Reading,
} from './yaml-reading.ts'

const MODEL_KEYS = [
  'level',
  'label',
  'plural',
  'help',
  'tenant',
  'fields',
  'str',
  'search',
  'unique',
  'unique_in_force',
  'indexes',
  'admin',
  'capture',
  'grid',
  'fills',
  'entry',
  'codes',
  'codes_of',
  'operations',
  'lines',
  'callbacks',
  'actions',
  'states',
]
const FIELD_KEYS = [
  'type',
  'label',
  'help',
  'choices',
  'tones',
  'required_if',
  'visible_if',
  'changed_by',
  'platform',
  'computed',
  'range',
  'listed',
]
const BARE = {
  label: null,
  help: null,
  choiceLabels: new Map<string, string>(),
  tones: new Map<string, Tone>(),
  requiredIf: null,
  visibleIf: null,
  readOnly: null,
  computed: null,
  range: null,
  isListed: false,
} as const
const OPERATIONS: readonly Operation[] = ['create', 'update', 'delete']
const TONES = ['neutral', 'info', 'success', 'warning', 'danger'] as const
/** A model's name becomes part of paths, and its snake_case form of table names. */
const MODEL_NAME = /^[A-Z][A-Za-z0-9]{1,49}$/

/** Reads `<modulo>/<Modelo>.yaml`. Null when the file is too broken to say anything more about it. */
export function parseModel(file: SourceFile, problems: DictionaryProblem[]): ModelSource | null {
  const reading = readYaml(file)
  const isYaml = reading.problems.length === 0
  const [, module = '', name = ''] = /^([^/]+)\/([^/]+)\.yaml$/.exec(file.path) ?? []
  if (!MODEL_NAME.test(name)) {
    report(
      reading,
      '',
      `A model's file is <modulo>/<Modelo>.yaml with the model in PascalCase, not ${file.path}.`,
    )
  }
  const top = isYaml ? takeMap(reading, reading.value, '', MODEL_KEYS) : null
  const model = top === null ? null : takeModel(reading, top, { name, module })
  problems.push(...reading.problems)
  return reading.problems.length === 0 ? model : null
}

function takeModel(
  reading: Reading,
  top: Entries,
  place: { readonly name: string; readonly module: string },
): ModelSource {
  const lists = (key: string) =>
    takeOptional(top, key, '', (value, path) => takeFieldLists(reading, value, path)) ?? []
  const names = (key: string) =>
    takeOptional(top, key, '', (value, path) => takeTexts(reading, value, path))
  return {
    ...place,
    file: reading.file,
    level: takeLevel(reading, top['level']),
    label: takeText(reading, top['label'], 'label') ?? '',
    labelPlural: takeOptional(top, 'plural', '', (value, path) => takeText(reading, value, path)),
    help: takeText(reading, top['help'], 'help') ?? '',
    isTenant:
      takeOptional(top, 'tenant', '', (value, path) => takeTrue(reading, value, path)) ?? false,
    fields: takeFields(reading, top['fields']),
    text: takeOptional(top, 'str', '', (value, path) => takeTemplate(reading, value, path)),
    search: names('search'),
    unique: lists('unique'),
    uniqueInForce: lists('unique_in_force'),
    indexes: lists('indexes'),
    admin: takeAdmin(reading, top),
    capture: takeOptional(top, 'capture', '', (value, path) => takeSections(reading, value, path)),
    grid: takeOptional(top, 'grid', '', (value, path) => takeColumns(reading, value, path)),
    fills:
      takeOptional(top, 'fills', '', (value, path) => takeFills(reading, value, path)) ?? new Map(),
    entry: names('entry'),
    codes: names('codes') ?? [],
    codesOf: takeOptional(top, 'codes_of', '', (value, path) => takeText(reading, value, path)),
    operations: takeOptional(top, 'operations', '', (value, path) =>
      takeOperations(reading, value, path),
    ),
    lineModels:
      takeOptional(top, 'lines', '', (value, path) => takeLines(reading, value, path)) ?? [],
    states: takeOptional(top, 'states', '', (value, path) => takeStates(reading, value, path)),
    callbacks: names('callbacks') ?? [],
    actions: names('actions') ?? [],
    lines: reading.lines,
  }
}

function takeLevel(reading: Reading, value: unknown): Level {
  if (value === 1 || value === 2 || value === 3 || value === 4) return value
  report(reading, 'level', '"level" must be 1, 2, 3 or 4.')
  return 3
}

function takeFieldLists(
  reading: Reading,
  value: unknown,
  path: string,
): readonly (readonly string[])[] {
  return (takeList(reading, value, path) ?? []).flatMap((item, i) => {
    const fields = takeTexts(reading, item, `${path}/${i}`)
    return fields === null ? [] : [fields]
  })
}

function takeFields(reading: Reading, value: unknown): readonly FieldSource[] {
  const entries = takeMap(reading, value, 'fields', null) ?? {}
  if (Object.keys(entries).length === 0)
    report(reading, 'fields', 'A model needs at least one field.')
  return Object.entries(entries).flatMap(([name, item]) => {
    const field = takeField(reading, name, item)
    return field === null ? [] : [field]
  })
}

function takeField(reading: Reading, name: string, value: unknown): FieldSource | null {
  const path = `fields/${name}`
  if (typeof value === 'string') {
    const spec = takeSpec(reading, value, path)
    return spec === null ? null : { name, spec, ...BARE }
  }
  const entries = takeMap(reading, value, path, FIELD_KEYS)
  if (entries === null) return null
  const type = takeText(reading, entries['type'], `${path}/type`)
  const spec = type === null ? null : takeSpec(reading, type, `${path}/type`)
  if (spec === null) return null
  return {
    name,
    spec,
    label: takeOptional(entries, 'label', path, (item, at) => takeText(reading, item, at)),
    help: takeOptional(entries, 'help', path, (item, at) => takeText(reading, item, at)),
    choiceLabels:
      takeOptional(entries, 'choices', path, (item, at) =>
        takeChoiceLabels(reading, item, at, spec),
      ) ?? new Map(),
    tones:
      takeOptional(entries, 'tones', path, (item, at) => takeTones(reading, item, at, spec)) ??
      new Map(),
    requiredIf: takeOptional(entries, 'required_if', path, (item, at) =>
      takeParsed(reading, item, at, parseCondition),
    ),
    visibleIf: takeOptional(entries, 'visible_if', path, (item, at) =>
      takeParsed(reading, item, at, parseCondition),
    ),
    readOnly: takeReadOnly(reading, entries, path),
    isListed:
      takeOptional(entries, 'listed', path, (item, at) => takeTrue(reading, item, at)) ?? false,
    computed: takeOptional(entries, 'computed', path, (item, at) =>
      takeParsed(reading, item, at, parseComputed),
    ),
    range: takeOptional(entries, 'range', path, (item, at) =>
      takeParsed(reading, item, at, parseRange),
    ),
  }
}

function takeParsed<T>(
  reading: Reading,
  value: unknown,
  path: string,
  parse: (text: string) => Result<T, string>,
): T | null {
  const text = takeText(reading, value, path)
  const parsed = text === null ? null : parse(text)
  if (parsed === null) return null
  return parsed.ok ? parsed.value : report(reading, path, parsed.error)
}

function takeSpec(reading: Reading, text: string, path: string): FieldSpec | null {
  const spec = parseFieldSpec(text)
  return spec.ok ? spec.value : report(reading, path, spec.error)
}

function takeChoiceLabels(
  reading: Reading,
  value: unknown,
  path: string,
  spec: FieldSpec,
): ReadonlyMap<string, string> {
  const values = spec.kind.type === 'choice' ? spec.kind.values : []
  const entries = takeMap(reading, value, path, values) ?? {}
  return new Map(
    Object.entries(entries).flatMap(([choice, item]): [string, string][] => {
      const label = takeText(reading, item, `${path}/${choice}`)
      return label === null ? [] : [[choice, label]]
    }),
  )
}

function takeTones(
  reading: Reading,
  value: unknown,
  path: string,
  spec: FieldSpec,
): ReadonlyMap<string, Tone> {
  const values = spec.kind.type === 'choice' ? spec.kind.values : []
  const entries = takeMap(reading, value, path, values) ?? {}
  return new Map(
    Object.entries(entries).flatMap(([choice, item]): [string, Tone][] => {
      const tone = takeOneOf(reading, item, `${path}/${choice}`, TONES)
      return tone === null ? [] : [[choice, tone]]
    }),
  )
}

function takeReadOnly(reading: Reading, entries: Entries, path: string): ReadOnly | null {
  const platform = takeOptional(entries, 'platform', path, (item, at) =>
    takeTrue(reading, item, at),
  )
  const actions = takeOptional(entries, 'changed_by', path, (item, at) =>
    takeTexts(reading, item, at),
  )
  if (platform !== null && actions !== null)
    return report(reading, path, 'A field is changed by actions or by the platform, not both.')
  if (platform !== null) return { kind: 'platform' }
  return actions === null ? null : { kind: 'action', actions }
}

/** `"{clave} {nombre}"`: fields, or `{referencia.campo}`, with the same text between all of them. */
function takeTemplate(reading: Reading, value: unknown, path: string): ModelSource['text'] {
  const template = takeText(reading, value, path)
  if (template === null) return null
  const parts: TextPart[] = []
  const separators = new Set<string>()
  const pieces = template.split(/\{([a-z0-9_]+(?:\.[a-z0-9_]+)?)\}/)
  const isWhole = pieces[0] === '' && pieces.at(-1) === ''
  for (const [i, piece] of pieces.entries()) {
    if (i % 2 === 1) parts.push(toTextPart(piece))
    else if (i > 0 && i < pieces.length - 1) separators.add(piece)
  }
  if (!isWhole || parts.length === 0 || separators.size > 1) {
    return report(
      reading,
      path,
      'A template consists of {campo} or {referencia.campo}, with the same text between all of them and none around.',
    )
  }
  return { separator: [...separators][0] ?? ' ', parts }
}

function toTextPart(path: string): TextPart {
  const [first = '', second] = path.split('.')
  return second === undefined
    ? { reference: null, field: first }
    : { reference: first, field: second }
}

function takeOperations(reading: Reading, value: unknown, path: string): readonly Operation[] {
  if (Array.isArray(value) && value.length === 0) return []
  return (takeTexts(reading, value, path) ?? []).flatMap(
    (item, i) => takeOneOf(reading, item, `${path}/${i}`, OPERATIONS) ?? [],
  )
}

function takeFills(reading: Reading, value: unknown, path: string): ReadonlyMap<string, Fill> {
  const entries = takeMap(reading, value, path, null) ?? {}
  return new Map(
    Object.entries(entries).flatMap(([name, item]): [string, Fill][] => {
      const fill = takeParsed(reading, item, `${path}/${name}`, parseFill)
      return fill === null ? [] : [[name, fill]]
    }),
  )
}

/** `partidas: CompraPartida`, or with the reference that leads to the head, `desglose: CompraImpuesto.partida`. */
function takeLines(reading: Reading, value: unknown, path: string): readonly LinesSource[] {
  return Object.entries(takeMap(reading, value, path, null) ?? {}).flatMap(([name, item]) => {
    const text = takeText(reading, item, `${path}/${name}`)
    if (text === null) return []
    const [model = '', field = null] = text.split('.')
    return [{ name, model, field }]
  })
}
