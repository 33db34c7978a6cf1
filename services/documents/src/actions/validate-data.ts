import { RecentMap } from '@oficina/kit/recent-map.ts'

import { ApiError } from '../errors.ts'
import { say, type Told } from '../messages/say.ts'
import type { TemplateStore, TemplateVersion } from '../store/template-store.ts'
import {
  compileSchema,
  isSmallSchema,
  violation,
  violationIn,
  violations,
  type CompiledSchema,
  type Violation,
} from './data-schema.ts'
import { isQuick, type RequestData } from './request-data.ts'
import { TaskTimeout, TaskTooLarge, type TaskThreads } from './task-threads.ts'
import type { DataSource } from './task.ts'

export interface ValidationTools {
  readonly store: TemplateStore
  readonly threads: TaskThreads
  readonly schemas: SchemaCache
  readonly validationTimeoutMs: number
}

const COMPILE_TIMEOUT_MS = 10_000
const MAX_SCHEMAS = 200

/** What this thread knows of a schema: validate with it here, or leave it to a worker thread. */
type KnownSchema = CompiledSchema | 'aside'

/** Compiled schemas by version, which never changes. */
export class SchemaCache {
  readonly #known = new RecentMap<string, KnownSchema>(MAX_SCHEMAS)

  /** Undefined when the version is gone, its schema included. */
  async find(
    version: string,
    read: () => Promise<Buffer | undefined>,
  ): Promise<KnownSchema | undefined> {
    const known = this.#known.get(version) ?? (await read().then(knownSchema))
    if (known !== undefined) this.#known.set(version, known)
    return known
  }
}

function knownSchema(bytes: Buffer | undefined): KnownSchema | undefined {
  if (bytes === undefined || !isSmallSchema(bytes)) return bytes === undefined ? undefined : 'aside'
  const compiled = compileSchema(bytes)
  return compiled.ok && compiled.value.isQuick ? compiled.value : 'aside'
}

/**
 * Validates data against the schema of a template, in this thread when that takes a moment.
 * False: the version was replaced and removed meanwhile, so nothing is known about the data.
 * @throws ApiError INVALID_DATA
 */
export async function validateData(
  tools: ValidationTools,
  template: TemplateVersion,
  data: RequestData,
): Promise<boolean> {
  const { store, schemas } = tools
  if (!template.hasSchema) return true
  const schema = await schemas.find(template.version, () => store.readSchema(template))
  if (schema === undefined) return false
  const errors =
    schema === 'aside' || !isQuick(data)
      ? await validateAside(tools, template, data.source)
      : violations(schema, data.values)
  if (errors === undefined) return false
  if (errors.length === 0) return true
  const { slug } = template
  throw new ApiError(
    'INVALID_DATA',
    say('The data does not fit the schema of %{slug}.', { slug }),
    {
      details: (language) => ({ slug, errors: errors.map(violationIn(language)) }),
    },
  )
}

async function validateAside(
  { threads, validationTimeoutMs: timeoutMs }: ValidationTools,
  { version, folder }: TemplateVersion,
  source: DataSource,
): Promise<readonly Violation[] | undefined> {
  try {
    const done = await threads.run(
      { kind: 'validate', version, folder, source },
      { timeoutMs, prepareMs: COMPILE_TIMEOUT_MS },
    )
    return done.kind === 'validated' ? done.violations : undefined
  } catch (error) {
    if (error instanceof TaskTimeout) {
      return [
        violation('timeout', say('the validation took longer than %{max} ms', { max: timeoutMs })),
      ]
    }
    if (error instanceof TaskTooLarge) {
      return [violation('memory', 'the validation took too much memory')]
    }
    throw error
  }
}

/** What is wrong with a schema file, or undefined when it can validate data. */
export async function schemaProblem(
  threads: TaskThreads,
  schema: Buffer,
): Promise<Told | undefined> {
  if (isSmallSchema(schema)) {
    const compiled = compileSchema(schema)
    return compiled.ok ? undefined : compiled.error
  }
  try {
    const done = await threads.run(
      { kind: 'check-schema', schema },
      { timeoutMs: COMPILE_TIMEOUT_MS },
    )
    return done.kind === 'checked' ? done.problem : undefined
  } catch (error) {
    if (error instanceof TaskTimeout || error instanceof TaskTooLarge) {
      return 'takes too long or too much memory to compile'
    }
    throw error
  }
}
