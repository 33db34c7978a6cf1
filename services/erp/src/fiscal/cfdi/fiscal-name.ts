// The kinds of company that stand behind a name, where nothing else can be meant: with `DE C.V.` or `DE R.L.`, or dotted.
const KIND =
  /,?\s+(?:S\.?\s?A\.?(?:\s?P\.?\s?I\.?)?(?:\s?B\.?)?\s+DE\s+C\.?\s?V\.?|S\.?\s+DE\s+R\.?\s?L\.?(?:\s+DE\s+C\.?\s?V\.?)?|S\.A\.(?:[SB]\.)?|S\.C\.|A\.C\.)$/

/** A name as the SAT registers it and a CFDI must have it: in capitals, a company's without the kind of company. */
export function fiscalName(name: string, persona: 'fisica' | 'moral'): string {
  const capitals = name.trim().toUpperCase().replaceAll(/\s+/g, ' ')
  return persona === 'moral' ? capitals.replace(KIND, '') : capitals
}
