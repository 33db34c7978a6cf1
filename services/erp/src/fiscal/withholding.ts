/**
 * The most that a payer withholds of a base, as a part of it: the largest rates of c_TasaOCuota that are withheld, 35 % of
 * ISR and 16 % of IVA.
 */
export const MAX_WITHHOLDING = '0.51'
