/** A report as a service tells of it whose declaration was added later. */
const DECLARED = {
  name: 'obras',
  label: { es: 'Avance de obras', en: 'Progress of works' },
  help: { es: 'Cuánto lleva cada obra.', en: 'How far each work is.' },
  module: 'proyectos',
  path: '/api/v1/reports/obras/:zona',
  rights: [],
  parameters: [
    {
      name: 'zona',
      in: 'path',
      type: 'choice',
      label: { es: 'Zona', en: 'Zone' },
      help: { es: 'La de sus obras.', en: 'That of its works.' },
      required: true,
      references: null,
      filter: null,
      choices: [
        { value: 'n', label: { es: 'Norte', en: 'North' } },
        { value: 's', label: { es: 'Sur', en: 'South' } },
      ],
      default: null,
      only_if: null,
    },
    {
      name: 'abiertas',
      in: 'query',
      type: 'boolean',
      label: { es: 'Solo abiertas', en: 'Only open ones' },
      help: null,
      required: false,
      references: null,
      filter: null,
      choices: null,
      default: null,
      only_if: null,
    },
  ],
  alternatives: [],
  paged: true,
  file: null,
  rows: {
    path: 'data',
    columns: [
      declaredColumn('obra', 'text', 'Obra', { opens: { model: 'Obra', id: { row: 'id' } } }),
      declaredColumn('id', 'reference', 'Id', { hidden: true, references: 'Obra' }),
      declaredColumn('abierta', 'boolean', 'Abierta'),
      declaredColumn('costo', 'money', 'Costo'),
      declaredColumn('datos', 'json', 'Datos'),
    ],
    totals: [
      {
        path: 'meta.costo',
        label: { es: 'Costo', en: 'Cost' },
        type: 'money',
        column: 'costo',
      },
    ],
    groups: [],
    tree: null,
  },
  exports: [],
}

function declaredColumn(name: string, type: string, label: string, more: object = {}) {
  const rest = { hidden: false, references: null, text: null, currency: null, choices: null }
  return { name, type, label: { es: label, en: label }, opens: null, ...rest, ...more }
}

export const WORKS = 250

/** What the service answers to a request for a page of it. */
export function worksAnswer(address: string): object {
  const query = new URL(address).searchParams
  const size = Number(query.get('per_page'))
  const number = Number(query.get('page'))
  const first = (number - 1) * size
  const data = Array.from({ length: Math.min(size, WORKS - first) }, (_row, index) => ({
    obra: index === 0 ? `=Obra "${first + 1}"` : `Obra ${first + index + 1}`,
    id: first + index + 1,
    abierta: query.get('abiertas') === 'true',
    costo: 1000.5,
    datos: { altura: 12 },
  }))
  const meta = { total: WORKS, page: number, per_page: size, pages: 3, costo: 250_125 }
  return { data, meta, errors: null }
}

/** What the service answers to a request for all reports. */
export function reportsAnswer({ data, ...rest }: { readonly data: readonly object[] }): object {
  return { ...rest, data: [...data, DECLARED] }
}
