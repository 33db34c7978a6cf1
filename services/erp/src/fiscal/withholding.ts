/**
 * The largest parts of a base that a payer withholds: the highest withheld rates of c_TasaOCuota, 35 % of ISR and 16 %
 * of IVA.
 */
export const MAX_WITHHOLDING = '0.51'
