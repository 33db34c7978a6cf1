import { message } from './message.ts'

/** What the steps of a payroll's amounts are called. */
export const PAYROLL_STEPS = {
  lostDays: message({
    en: () => 'days absent with their part of the seventh day',
    es: () => 'faltas con su parte del séptimo día',
  }),
  annualSetOff: message({
    en: () => 'balance of the year that is set off',
    es: () => 'saldo del año que se compensa',
  }),
  otherDeduction: message({ en: () => 'amount agreed', es: () => 'importe convenido' }),
  paidDays: message({ en: () => 'days paid', es: () => 'días pagados' }),
  dailyWage: message({ en: () => 'daily wage', es: () => 'salario diario' }),
  salary: message({
    en: () => 'wage of the days worked',
    es: () => 'sueldo de los días trabajados',
  }),
  vacations: message({
    en: () => 'wage of the days of holiday',
    es: () => 'sueldo de los días de vacaciones',
  }),
  vacationPremium: message({ en: () => 'holiday premium', es: () => 'prima vacacional' }),
  sundayPremium: message({ en: () => 'premium for Sundays', es: () => 'prima dominical' }),
  doubleHours: message({ en: () => 'overtime paid twice', es: () => 'horas extra dobles' }),
  tripleHours: message({ en: () => 'overtime paid three times', es: () => 'horas extra triples' }),
  restDays: message({ en: () => 'worked days of rest', es: () => 'días de descanso laborados' }),
  allWeeks: message({ en: () => 'all weeks together', es: () => 'suma de las semanas' }),
  incapacityPay: message({
    en: () => 'wage that the employer pays in an incapacity',
    es: () => 'sueldo que el patrón paga en la incapacidad',
  }),
  given: message({ en: () => 'amount given', es: () => 'importe dado' }),
  formula: message({ en: () => 'formula of the concept', es: () => 'fórmula del concepto' }),
  exempt: message({ en: () => 'exempt part', es: () => 'parte exenta' }),
  exemptShare: message({
    en: () => 'part that the exemption counts',
    es: () => 'parte que cuenta para la exención',
  }),
  exemptLimit: message({ en: () => 'limit of the exemption', es: () => 'tope de la exención' }),
  welfareLimit: message({ en: () => 'seven UMA of the days', es: () => 'siete UMA de los días' }),
  withWages: message({
    en: () => 'wages and social welfare together',
    es: () => 'salarios y previsión social juntos',
  }),
  integrates: message({
    en: () => 'part that integrates to the base of contributions',
    es: () => 'parte que integra al salario base de cotización',
  }),
  excess: message({
    en: () => 'income over the lower limit',
    es: () => 'excedente sobre el límite inferior',
  }),
  marginalTax: message({ en: () => 'tax of the excess', es: () => 'impuesto marginal' }),
  tariffTax: message({ en: () => 'tax by the tariff', es: () => 'impuesto según la tarifa' }),
  subsidy: message({ en: () => 'employment subsidy', es: () => 'subsidio para el empleo' }),
  noSubsidy: message({
    en: () => 'income above the limit of the subsidy',
    es: () => 'ingreso sobre el límite del subsidio',
  }),
  subsidyLeft: message({
    en: () => 'subsidy that the month still has',
    es: () => 'subsidio que le queda al mes',
  }),
  incomeTax: message({ en: () => 'tax less subsidy', es: () => 'impuesto menos subsidio' }),
  monthTaxed: message({ en: () => 'taxed in the month', es: () => 'gravado del mes' }),
  monthAdjustment: message({
    en: () => 'tax of the month less what was withheld',
    es: () => 'impuesto del mes menos lo retenido',
  }),
  taxRefund: message({ en: () => 'tax given back', es: () => 'impuesto que se reintegra' }),
  monthlyPart: message({ en: () => 'part of a month', es: () => 'parte mensual' }),
  raisedMonth: message({ en: () => 'a month with its part', es: () => 'mes con su parte' }),
  taxOfPart: message({ en: () => 'tax of the part', es: () => 'impuesto de la parte' }),
  rate: message({ en: () => 'rate', es: () => 'tasa' }),
  yearlyTax: message({
    en: () => 'tax of the yearly payment',
    es: () => 'impuesto del pago anual',
  }),
  sicknessFixed: message({
    en: () => 'sickness in kind, fixed',
    es: () => 'enfermedades en especie, cuota fija',
  }),
  sicknessExcess: message({
    en: () => 'sickness in kind, over three UMA',
    es: () => 'enfermedades en especie, excedente de tres UMA',
  }),
  sicknessMoney: message({ en: () => 'sickness in money', es: () => 'enfermedades en dinero' }),
  pensionersCare: message({
    en: () => 'medical care of pensioners',
    es: () => 'gastos médicos de pensionados',
  }),
  disability: message({ en: () => 'disability and life', es: () => 'invalidez y vida' }),
  nurseries: message({
    en: () => 'nurseries and social benefits',
    es: () => 'guarderías y prestaciones sociales',
  }),
  retirement: message({ en: () => 'retirement', es: () => 'retiro' }),
  oldAge: message({ en: () => 'old age', es: () => 'cesantía en edad avanzada y vejez' }),
  housingFund: message({ en: () => 'housing fund', es: () => 'aportación de vivienda' }),
  riskPremium: message({ en: () => 'risks of work', es: () => 'riesgos de trabajo' }),
  workerQuotas: message({
    en: () => "the worker's part of IMSS",
    es: () => 'cuota obrera del IMSS',
  }),
  monthQuotas: message({
    en: () => "the employer's quotas of the month",
    es: () => 'cuotas patronales del mes',
  }),
  alimony: message({ en: () => 'alimony', es: () => 'pensión alimenticia' }),
  housing: message({
    en: () => 'instalment of the Infonavit credit',
    es: () => 'amortización del crédito Infonavit',
  }),
  housingInsured: message({
    en: () => 'with the insurance against damage',
    es: () => 'con el seguro de daños',
  }),
  fonacot: message({
    en: () => 'instalment of the Fonacot credit',
    es: () => 'abono del crédito Fonacot',
  }),
  union: message({ en: () => 'union dues', es: () => 'cuota sindical' }),
  savings: message({ en: () => 'savings fund', es: () => 'fondo de ahorro' }),
  savingsDeposit: message({
    en: () => 'put into the savings fund',
    es: () => 'depósito al fondo de ahorro',
  }),
  loan: message({ en: () => 'instalment of the loan', es: () => 'abono del préstamo' }),
  debtLimit: message({
    en: () => 'the most that the law lets be taken',
    es: () => 'máximo que la ley permite descontar',
  }),
  taken: message({ en: () => 'what can be taken', es: () => 'lo que se puede descontar' }),
  roundingPaid: message({
    en: () => 'kept by the last payment',
    es: () => 'guardado por el pago anterior',
  }),
  roundingKept: message({
    en: () => 'kept for the next payment',
    es: () => 'guardado para el siguiente pago',
  }),
  integrationFactor: message({
    en: () => 'factor of integration',
    es: () => 'factor de integración',
  }),
  fixedWage: message({ en: () => 'fixed part', es: () => 'parte fija' }),
  variableWage: message({ en: () => 'variable part', es: () => 'parte variable' }),
  sbcLimit: message({ en: () => '25 UMA', es: () => 'tope de 25 UMA' }),
  minimumWage: message({ en: () => 'minimum wage', es: () => 'salario mínimo' }),
  baseWage: message({ en: () => 'base of contributions', es: () => 'salario base de cotización' }),
  workedDays: message({ en: () => 'days that count', es: () => 'días que cuentan' }),
  christmasBonus: message({ en: () => 'bonus at Christmas', es: () => 'aguinaldo' }),
  profitByDays: message({ en: () => 'half by days', es: () => 'mitad por días' }),
  profitByWages: message({ en: () => 'half by wages', es: () => 'mitad por salarios' }),
  profitShare: message({
    en: () => 'share in profits',
    es: () => 'participación en las utilidades',
  }),
  yearTaxed: message({ en: () => 'taxed in the year', es: () => 'gravado del año' }),
  yearTax: message({
    en: () => 'tax of the year less subsidy',
    es: () => 'impuesto del año menos subsidio',
  }),
  yearDifference: message({
    en: () => 'tax of the year less what was withheld',
    es: () => 'impuesto del año menos lo retenido',
  }),
  serviceYears: message({ en: () => 'years of service', es: () => 'años de servicio' }),
  separationTax: message({ en: () => 'tax of separation', es: () => 'impuesto por separación' }),
  runningHolidays: message({
    en: () => 'holidays of the running year in proportion',
    es: () => 'vacaciones proporcionales del año en curso',
  }),
  dueHolidays: message({ en: () => 'holidays due', es: () => 'vacaciones por pagar' }),
  wageLimit: message({
    en: () => 'wage up to two minimum wages',
    es: () => 'salario hasta dos salarios mínimos',
  }),
  seniorityPremium: message({ en: () => 'seniority premium', es: () => 'prima de antigüedad' }),
  compensation: message({ en: () => 'compensation', es: () => 'indemnización' }),
  stateBase: message({
    en: () => "base of the state's tax",
    es: () => 'base del impuesto estatal',
  }),
  stateTax: message({ en: () => 'tax of the state', es: () => 'impuesto estatal' }),
} as const
