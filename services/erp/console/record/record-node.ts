/** Fields by name, as the API answers them: fractions as text, references also in words under `<name>_str`. */
export type Values = Readonly<Record<string, unknown>>

/**
 * A record being written, or a line of one, which may have lines itself. What is shown of a field is what was typed, else
 * what the service reckoned last, else what was read.
 */
export interface RecordNode {
  /** Tells lines apart, also new ones; never sent. */
  readonly key: string
  /** Undefined: not stored yet. */
  readonly id: number | undefined
  /** As it was read; of a new one the defaults, which the service fills in itself. */
  readonly base: Values
  /** What the person changed. */
  readonly edits: Values
  /** What the service would make of it all, where it was asked. */
  readonly reckoned: Values
  /** Those of what was reckoned that the service filled in, and where they are from. */
  readonly filled: Readonly<Record<string, FilledFrom>>
  /** What the service will number a new record with, by field. */
  readonly expected: Readonly<Record<string, string>>
  readonly lines: Lines
  readonly isDeleted: boolean
}

/** A field that a value follows from, or `list`, `last`, `user` and the like. */
export interface FilledFrom {
  readonly by: string
  readonly of?: string
}

export type Lines = Readonly<Record<string, readonly RecordNode[]>>

/** The way to a line: each step the name of the lines and the key of one. */
export type NodePath = readonly (readonly [relation: string, key: string])[]

const keys = { last: 0 }

function newKey(): string {
  keys.last += 1
  return `n${keys.last}`
}

/** A new record that begins with some values of its own. */
export function newNode(defaults: Values, edits: Values = {}, lines: Lines = {}): RecordNode {
  return {
    key: newKey(),
    id: undefined,
    base: defaults,
    edits,
    reckoned: {},
    filled: {},
    expected: {},
    lines,
    isDeleted: false,
  }
}

/** A record as it was read, its lines with it; `names` are those of the lines at each level. */
export function readNode(values: Values, names: LineNames): RecordNode {
  const lines: Record<string, readonly RecordNode[]> = {}
  for (const [name, inner] of Object.entries(names)) {
    const rows = values[name]
    if (!Array.isArray(rows)) continue
    lines[name] = (rows as readonly Values[]).map((row) => readNode(row, inner))
  }
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !(name in names)))
  const id = typeof values['id'] === 'number' ? values['id'] : undefined
  return {
    key: id === undefined ? newKey() : `r${id}`,
    id,
    base: own,
    edits: {},
    reckoned: {},
    filled: {},
    expected: {},
    lines,
    isDeleted: false,
  }
}

/** Names of lines, and of the lines of those. */
export interface LineNames {
  readonly [name: string]: LineNames
}

/** What a field holds now. */
export function valueOf({ edits, reckoned, base, filled }: RecordNode, field: string): unknown {
  const own = field.endsWith('_str') ? field.slice(0, -'_str'.length) : field
  // What was emptied and is filled in again is shown so.
  const isRefilled = own in filled && isNothing(edits[own])
  if (field in edits && !isRefilled) return edits[field]
  return field in reckoned ? reckoned[field] : base[field]
}

/** Where the value of a field is from that nobody typed. */
export function filledFrom({ edits, filled }: RecordNode, field: string): FilledFrom | undefined {
  return isNothing(edits[field]) ? filled[field] : undefined
}

/** All that a record holds now, as a record that is shown. */
export function valuesOf(node: RecordNode): Values {
  const { base, reckoned, edits } = node
  const refilled = Object.keys(node.filled).filter((name) => isNothing(edits[name]))
  const shown = refilled.flatMap((name) => [
    [name, reckoned[name]] as const,
    [`${name}_str`, reckoned[`${name}_str`]] as const,
  ])
  return { ...base, ...reckoned, ...edits, ...Object.fromEntries(shown) }
}

/** The values of a field typed; what is as it was read is no change. */
export function edited(node: RecordNode, values: Values): RecordNode {
  const edits: Record<string, unknown> = { ...node.edits, ...values }
  for (const [name, value] of Object.entries(edits)) {
    if (isSame(value, node.base[name]) && node.id !== undefined) delete edits[name]
  }
  return { ...node, edits }
}

/** The same for values on the wire, where nothing and null are one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  if (typeof one === 'object' || typeof other === 'object') {
    return JSON.stringify(one) === JSON.stringify(other)
  }
  return plainNumber(String(one)) === plainNumber(String(other))
}

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** `10.50` and `10.5` are one number, `007` and `7` are two texts. */
function plainNumber(text: string): string {
  if (!/^-?(?:0|[1-9]\d*)\.\d+$/.test(text)) return text
  return text.replace(/\.?0+$/, '')
}

/** The same tree with one of its nodes changed. */
export function changeNode(
  root: RecordNode,
  path: NodePath,
  change: (node: RecordNode) => RecordNode,
): RecordNode {
  const [step, ...rest] = path
  if (step === undefined) return change(root)
  const [relation, key] = step
  const lines = (root.lines[relation] ?? []).map((line) =>
    line.key === key ? changeNode(line, rest, change) : line,
  )
  return { ...root, lines: { ...root.lines, [relation]: lines } }
}

export function nodeAt(root: RecordNode, path: NodePath): RecordNode | undefined {
  const [step, ...rest] = path
  if (step === undefined) return root
  const line = root.lines[step[0]]?.find(({ key }) => key === step[1])
  return line === undefined ? undefined : nodeAt(line, rest)
}

/** Lines that stand in the document, without those that go. */
export function standing(lines: readonly RecordNode[] | undefined): readonly RecordNode[] {
  return (lines ?? []).filter(({ isDeleted }) => !isDeleted)
}

/** A new line of which nothing was typed is none. */
export function isUntouched({ id, edits, lines }: RecordNode): boolean {
  return (
    id === undefined &&
    Object.values(edits).every((value) => isNothing(value)) &&
    Object.values(lines).every((some) => some.every((line) => isUntouched(line)))
  )
}

/** Whether anything was changed in the record or in its lines. */
export function isChanged(node: RecordNode): boolean {
  if (node.id === undefined) return !isUntouched(node)
  return (
    node.isDeleted ||
    Object.keys(node.edits).length > 0 ||
    Object.values(node.lines).some((lines) =>
      lines.some((line) => (line.isDeleted ? line.id !== undefined : isChanged(line))),
    )
  )
}
