import { notFound } from '../tenancy/api-error.ts'

const ID = /^\d{1,15}$/

/** The number that a path names. @throws ApiError 404 for any other text, as for a path that does not exist */
export function pathId(path: Readonly<Record<string, string>>, name: string): number {
  const text = path[name] ?? ''
  if (!ID.test(text)) throw notFound(`There is no ${name} '${text}'`)
  return Number(text)
}
