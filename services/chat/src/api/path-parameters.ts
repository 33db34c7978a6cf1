import type { FastifyRequest } from 'fastify'
import type { Kind } from '@oficina/api/kind.ts'
import { described } from '@oficina/api/kinds.ts'
import {
  pathTexts,
  readForm,
  required,
  type Parameter,
  type Parameters,
  type Values,
} from '@oficina/api/parameter.ts'

import { notFound, type ApiError } from '../tenancy/api-error.ts'
import { say } from '../tenancy/words/say.ts'
import { FORM_WORDS } from './form-words.ts'
import { text } from './kinds.ts'

const TEXT = text()
const DIGITS = /^\d{1,15}$/

type Missing = (name: string, found: string) => ApiError

const noSuchPath: Missing = (name, found) =>
  notFound(say("There is no %{name} '%{found}'", { name, found }))

/**
 * A number in the path. `missing` is the error for any other text; by default 404, as for a path that does not exist.
 */
export function numberInPath(description: string, missing = noSuchPath): Parameter<number> {
  const kind: Kind<number> = {
    isRaw: true,
    schema: { type: 'integer', minimum: 0, description },
    check: (value, place) => {
      const digits = TEXT.check(value, place)
      if (!DIGITS.test(digits)) throw missing(String(place[0]), digits)
      return Number(digits)
    },
  }
  return required(kind)
}

/** A text in the path. */
export function textInPath(description: string): Parameter<string> {
  return required(described(TEXT, description))
}

/** The parsed parameters of a path. @throws ApiError for the first problem */
export function readPath<N extends Parameters>(named: N, request: FastifyRequest): Values<N> {
  return readForm(named, new Map(Object.entries(pathTexts(request))), FORM_WORDS)
}
