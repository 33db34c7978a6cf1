import { Ajv2020 } from 'ajv/dist/2020.js'

import { exchange } from './http-exchange.ts'

/**
 * The schemas of an OpenAPI document that are not valid JSON Schema of the draft that OpenAPI 3.1 uses, with where they
 * stand.
 * @throws Error when the document at `url` has no schema at all
 */
export async function invalidSchemas(url: string): Promise<readonly string[]> {
  const document: unknown = (await exchange(url, 'GET')).json
  const ajv = new Ajv2020({ strict: false })
  const schemas = [...schemasIn(document, '#')]
  if (schemas.length === 0) throw new Error(`${url} has no schemas`)
  return schemas
    .filter(({ schema }) => ajv.validateSchema(schema) !== true)
    .map(({ place }) => `${place}: ${ajv.errorsText(ajv.errors)}`)
}

interface Schema {
  readonly place: string
  readonly schema: object
}

function* schemasIn(value: unknown, place: string): Generator<Schema> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const at = `${place}/${name}`
    if (typeof inner !== 'object' || inner === null) continue
    if (name === 'schema') yield { place: at, schema: inner }
    else if (place === '#/components/schemas') yield { place: at, schema: inner }
    else yield* schemasIn(inner, at)
  }
}
