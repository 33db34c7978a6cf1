import type {
  EmploymentSubsidy,
  ExemptionRule,
  ExemptionUnit,
  Holiday,
  ImssQuota,
  IntegrationRule,
  LawTables,
  OldAgeRange,
  StateTax,
  Tariff,
  Unit,
} from '../../../src/actions/business/nomina/decisions/law-tables.ts'
import { decimal } from '../../../src/fiscal/decimal.ts'

type Row = readonly [lowerLimit: string, fixedFee: string, rate: string]

const DAILY: readonly Row[] = [
  ['0.01', '0', '0.0192'],
  ['27.79', '0.53', '0.064'],
  ['235.82', '13.85', '0.1088'],
  ['414.42', '33.28', '0.16'],
  ['481.74', '44.05', '0.1792'],
  ['576.77', '61.08', '0.2136'],
  ['1163.26', '186.35', '0.2352'],
  ['1833.45', '343.98', '0.30'],
  ['3500.36', '844.05', '0.32'],
  ['4667.14', '1217.42', '0.34'],
  ['14001.39', '4391.07', '0.35'],
]

const WEEKLY: readonly Row[] = [
  ['0.01', '0', '0.0192'],
  ['194.47', '3.71', '0.064'],
  ['1650.68', '96.95', '0.1088'],
  ['2900.88', '232.96', '0.16'],
  ['3372.12', '308.35', '0.1792'],
  ['4037.33', '427.56', '0.2136'],
  ['8142.76', '1304.45', '0.2352'],
  ['12834.09', '2407.86', '0.30'],
  ['24502.46', '5908.35', '0.32'],
  ['32669.92', '8521.94', '0.34'],
  ['98009.67', '30737.49', '0.35'],
]

const TEN_DAY: readonly Row[] = [
  ['0.01', '0', '0.0192'],
  ['277.81', '5.30', '0.064'],
  ['2358.11', '138.50', '0.1088'],
  ['4144.11', '332.80', '0.16'],
  ['4817.31', '440.50', '0.1792'],
  ['5767.61', '610.80', '0.2136'],
  ['11632.51', '1863.50', '0.2352'],
  ['18334.41', '3439.80', '0.30'],
  ['35003.51', '8440.40', '0.32'],
  ['46671.31', '12174.20', '0.34'],
  ['140013.81', '43910.70', '0.35'],
]

const FORTNIGHTLY: readonly Row[] = [
  ['0.01', '0', '0.0192'],
  ['416.71', '7.95', '0.064'],
  ['3537.16', '207.75', '0.1088'],
  ['6216.16', '499.20', '0.16'],
  ['7225.96', '660.75', '0.1792'],
  ['8651.41', '916.20', '0.2136'],
  ['17448.76', '2795.25', '0.2352'],
  ['27501.61', '5159.70', '0.30'],
  ['52505.26', '12660.60', '0.32'],
  ['70006.96', '18261.30', '0.34'],
  ['210020.71', '65866.05', '0.35'],
]

const MONTHLY: readonly Row[] = [
  ['0.01', '0', '0.0192'],
  ['844.60', '16.22', '0.064'],
  ['7168.52', '420.95', '0.1088'],
  ['12598.03', '1011.68', '0.16'],
  ['14644.65', '1339.14', '0.1792'],
  ['17533.65', '1856.84', '0.2136'],
  ['35362.84', '5665.16', '0.2352'],
  ['55736.69', '10457.09', '0.30'],
  ['106410.51', '25659.23', '0.32'],
  ['141880.67', '37009.69', '0.34'],
  ['425642.00', '133488.54', '0.35'],
]

const ANNUAL: readonly Row[] = [
  ['0.01', '0', '0.0192'],
  ['10135.12', '194.59', '0.064'],
  ['86022.12', '5051.37', '0.1088'],
  ['151176.20', '12140.13', '0.16'],
  ['175735.67', '16069.64', '0.1792'],
  ['210403.70', '22282.14', '0.2136'],
  ['424353.98', '67981.92', '0.2352'],
  ['668840.15', '125485.07', '0.30'],
  ['1276925.99', '307910.81', '0.32'],
  ['1702567.98', '444116.23', '0.34'],
  ['5107703.93', '1601862.46', '0.35'],
]

function tariff(rows: readonly Row[]): Tariff {
  return {
    law: 'LISR 96; anexo 8 de la RMF 2026',
    rows: rows.map(([lowerLimit, fixedFee, rate]) => ({
      lowerLimit: decimal(lowerLimit),
      fixedFee: decimal(fixedFee),
      rate: decimal(rate),
    })),
  }
}

function quota(employer: string, worker: string, limit: string | null, law: string): ImssQuota {
  return {
    law,
    employerRate: decimal(employer),
    workerRate: decimal(worker),
    limitUma: limit === null ? null : decimal(limit),
  }
}

function exemption(unit: ExemptionUnit, limit: string, law: string): ExemptionRule {
  return { unit, law, limit: decimal(limit) }
}

const OLD_AGE_RATES = [
  ['1.50', '0.03676'],
  ['2.00', '0.04851'],
  ['2.50', '0.05556'],
  ['3.00', '0.06026'],
  ['3.50', '0.06361'],
  ['4.00', '0.06613'],
] as const

const HOLIDAYS_BY_YEAR = [
  [1, 12],
  [2, 14],
  [3, 16],
  [4, 18],
  [5, 20],
  [6, 22],
  [11, 24],
  [16, 26],
] as const

const OLD_AGE: readonly OldAgeRange[] = OLD_AGE_RATES.map(([times, rate]) => ({
  upTo: { kind: 'uma', times: decimal(times) },
  employerRate: decimal(rate),
}))

function unit(daily: string, monthly: string, annual: string): Unit {
  return { daily: decimal(daily), monthly: decimal(monthly), annual: decimal(annual) }
}

const SUBSIDY: EmploymentSubsidy = {
  monthlyLimit: decimal('11492.66'),
  umaShare: decimal('0.1502'),
  law: 'Decreto del subsidio para el empleo',
}

function integration(unit: 'SBC' | 'UMA', share: string, law: string): IntegrationRule {
  return { integrates: true, excluded: { unit, share: decimal(share) }, law }
}

function stateTax(rate: string, exemptBase: string, law: string): StateTax {
  return { rate: decimal(rate), exemptBase: decimal(exemptBase), law }
}

const JUAREZ: Holiday = { day: '2026-03-16', name: 'Natalicio de Benito Juárez' }

/** What the law laid down in March of 2026; the unit of Infonavit is an example's. */
export const LAW: LawTables = {
  day: '2026-03-15',
  uma: unit('117.31', '3566.22', '42794.64'),
  umi: unit('100.81', '3064.62', '36775.44'),
  minimumWages: new Map([
    ['GRAL', decimal('315.04')],
    ['ZLFN', decimal('440.87')],
  ]),
  tariffs: {
    daily: tariff(DAILY),
    weekly: tariff(WEEKLY),
    tenDay: tariff(TEN_DAY),
    fortnightly: tariff(FORTNIGHTLY),
    monthly: tariff(MONTHLY),
    annual: tariff(ANNUAL),
  },
  subsidy: SUBSIDY,
  quotas: {
    EMF: quota('0.204', '0', null, 'LSS 106 I'),
    EME: quota('0.011', '0.004', '25', 'LSS 106 II'),
    PD: quota('0.007', '0.0025', '25', 'LSS 107'),
    GMP: quota('0.0105', '0.00375', '25', 'LSS 25'),
    IV: quota('0.0175', '0.00625', '25', 'LSS 147'),
    GPS: quota('0.01', '0', '25', 'LSS 211'),
    RET: quota('0.02', '0', '25', 'LSS 168 I'),
    CEAV: quota('0', '0.01125', '25', 'LSS 168 II'),
    INF: quota('0.05', '0', '25', 'LINFONAVIT 29 II'),
  },
  oldAge: [
    { upTo: { kind: 'minimumWage' }, employerRate: decimal('0.0315') },
    ...OLD_AGE,
    { upTo: null, employerRate: decimal('0.07513') },
  ],
  vacations: HOLIDAYS_BY_YEAR.map(([year, days]) => ({ year, days, premiumRate: decimal('0.25') })),
  exemptions: new Map([
    ['002', [exemption('UMA_YEAR', '30', 'LISR 93 XIV')]],
    ['003', [exemption('UMA_YEAR', '15', 'LISR 93 XIV')]],
    ['014', [exemption('UMA_WELFARE', '1', 'LISR 93 VIII')]],
    ['019', [exemption('SHARE', '0.5', 'LISR 93 I'), exemption('UMA_WEEK', '5', 'LISR 93 I')]],
    ['020', [exemption('UMA_TIME', '1', 'LISR 93 XIV')]],
    ['021', [exemption('UMA_YEAR', '15', 'LISR 93 XIV')]],
    ['025', [exemption('UMA_SERVICE', '90', 'LISR 93 XIII')]],
    ['026', [exemption('WHOLE', '0', 'LISR 93 VI')]],
    ['029', [exemption('UMA_WELFARE', '1', 'LISR 93 IX')]],
  ]),
  integrations: new Map([
    ['001', { integrates: true, excluded: null, law: 'LSS 27' }],
    ['003', { integrates: false, excluded: null, law: 'LSS 27 IV' }],
    ['010', integration('SBC', '0.1', 'LSS 27 VII')],
    ['029', integration('UMA', '0.4', 'LSS 27 VI')],
  ]),
  stateTaxes: new Map([
    ['CMX', stateTax('0.04', '0', 'Código Fiscal, 158')],
    ['XXX', stateTax('0.02', '10000', 'Ley de un ejemplo')],
  ]),
  holidays: [JUAREZ],
}
