import type { Message } from '../../../messages/message.ts'
/** CFDI of the versions that are read; only 4.0 is written. */
export type CfdiVersion = '3.3' | '4.0'

/** What texts an attribute may hold. */
export interface ValueForm {
  /** What is allowed, to end a sentence: `must be …`. */
  readonly allowed: Message
  /** False where white space within is data, as in the number of a pedimento. */
  readonly isCollapsed: boolean
  fits(text: string): boolean
}

/** `since40` is required in 4.0 and absent in 3.3; `seal` is what sealing adds, which no cadena holds but the number. */
type Need = 'required' | 'optional' | 'since40'

export interface AttributePart<N extends Need = Need> {
  readonly part: 'attribute'
  readonly need: N
  readonly form: ValueForm
  readonly isInCadena: boolean
}

export interface ChildPart<
  P extends Parts = Parts,
  N extends Need = Need,
  C extends 'one' | 'many' = 'one' | 'many',
> {
  readonly part: 'child'
  readonly need: N
  readonly count: C
  readonly element: ElementDeclaration<P>
  /** The element around the list, which is there when the list is. */
  readonly within: string | undefined
  readonly isInCadena: boolean
}

/** The attributes and children of an element by name, in the order of the cadena original, which is that of the XML too. */
export interface Parts {
  readonly [name: string]: AttributePart | ChildPart
}

export interface ElementDeclaration<P extends Parts = Parts> {
  /** With the prefix that this service writes; what is read may have another one for the same namespace. */
  readonly name: string
  readonly parts: P
}

type IsOptional<Part, V extends CfdiVersion> = Part extends { readonly need: 'optional' }
  ? true
  : Part extends { readonly need: 'since40' }
    ? V extends '4.0'
      ? false
      : true
    : false

type ValueOf<Part, V extends CfdiVersion> = Part extends AttributePart
  ? string
  : Part extends ChildPart<infer P, Need, infer C>
    ? 'many' extends C
      ? readonly Shape<P, V>[]
      : Shape<P, V>
    : never

/** What an element holds as a value: attributes are texts as they stand in the XML, lists are absent when they are empty. */
export type Shape<P, V extends CfdiVersion = '4.0'> = {
  readonly [K in keyof P as IsOptional<P[K], V> extends true ? never : K]: ValueOf<P[K], V>
} & {
  readonly [K in keyof P as IsOptional<P[K], V> extends true ? K : never]?:
    | ValueOf<P[K], V>
    | undefined
}

export function element<P extends Parts>(name: string, parts: P): ElementDeclaration<P> {
  return { name, parts }
}

export function required(form: ValueForm): AttributePart<'required'> {
  return { part: 'attribute', need: 'required', form, isInCadena: true }
}

export function optional(form: ValueForm): AttributePart<'optional'> {
  return { part: 'attribute', need: 'optional', form, isInCadena: true }
}

export function since40(form: ValueForm): AttributePart<'since40'> {
  return { part: 'attribute', need: 'since40', form, isInCadena: true }
}

/** Of the seal itself: it cannot stand in what is sealed. */
export function outsideCadena(form: ValueForm): AttributePart<'required'> {
  return { part: 'attribute', need: 'required', form, isInCadena: false }
}

export function child<P extends Parts>(of: ElementDeclaration<P>): ChildPart<P, 'required', 'one'> {
  return { part: 'child', need: 'required', count: 'one', element: of, ...PLAIN }
}

export function optionalChild<P extends Parts>(
  of: ElementDeclaration<P>,
): ChildPart<P, 'optional', 'one'> {
  return { part: 'child', need: 'optional', count: 'one', element: of, ...PLAIN }
}

export function unsealedChild<P extends Parts>(
  of: ElementDeclaration<P>,
): ChildPart<P, 'optional', 'one'> {
  return { ...optionalChild(of), isInCadena: false }
}

export function children<P extends Parts>(
  of: ElementDeclaration<P>,
): ChildPart<P, 'optional', 'many'> {
  return { part: 'child', need: 'optional', count: 'many', element: of, ...PLAIN }
}

/** At least one of them, directly within. */
export function someChildren<P extends Parts>(
  of: ElementDeclaration<P>,
): ChildPart<P, 'required', 'many'> {
  return { part: 'child', need: 'required', count: 'many', element: of, ...PLAIN }
}

/** A list within an element of its own. */
export function list<P extends Parts>(
  within: string,
  of: ElementDeclaration<P>,
): ChildPart<P, 'optional', 'many'> {
  return { ...children(of), within }
}

export function someList<P extends Parts>(
  within: string,
  of: ElementDeclaration<P>,
): ChildPart<P, 'required', 'many'> {
  return { ...someChildren(of), within }
}

const PLAIN = { within: undefined, isInCadena: true } as const
