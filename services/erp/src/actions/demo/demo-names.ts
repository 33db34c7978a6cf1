import { checkDigit } from '../../fiscal/rfc.ts'
import { pseudoRandom } from './pseudo-random.ts'

const NAMES = (
  'María José Guadalupe Juan Luis Ana Carlos Sofía Miguel Fernanda Jorge Alejandra Francisco Gabriela Antonio Patricia ' +
  'Jesús Verónica Alejandro Leticia Manuel Rosa Pedro Adriana Roberto Silvia Fernando Claudia Ricardo Laura Eduardo ' +
  'Daniela Javier Mónica Sergio Karla Arturo Elena Raúl Beatriz Héctor Norma Óscar Teresa Víctor Lucía Enrique Ximena'
).split(' ')

const SURNAMES = (
  'Hernández García Martínez López González Pérez Rodríguez Sánchez Ramírez Cruz Flores Gómez Morales Vázquez Jiménez ' +
  'Reyes Díaz Torres Gutiérrez Ruiz Mendoza Aguilar Ortiz Castillo Moreno Romero Álvarez Rivera Chávez Ramos Herrera ' +
  'Medina Vargas Guzmán Méndez Juárez Fernández Castro Rojas Salazar Ortega Luna Domínguez Garza Velázquez Contreras ' +
  'Soto Estrada Lara Ríos Guerrero Núñez Delgado Cervantes Peña Camacho Vega Maldonado Campos Ibarra Zavala Cisneros'
).split(' ')

const TRADES = [
  'Abarrotes',
  'Aceros',
  'Agroindustrias',
  'Autopartes',
  'Bodegas',
  'Cafés',
  'Cerámicas',
  'Comercializadora',
  'Construcciones',
  'Consultores',
  'Distribuidora',
  'Embotelladora',
  'Empaques',
  'Equipos',
  'Farmacias',
  'Ferreterías',
  'Herramientas',
  'Hoteles',
  'Iluminación',
  'Impresos',
  'Ingeniería',
  'Laboratorios',
  'Lácteos',
  'Maderas',
  'Materiales',
  'Mueblería',
  'Papelería',
  'Pinturas',
  'Plásticos',
  'Productos',
  'Refacciones',
  'Servicios',
  'Sistemas',
  'Suministros',
  'Textiles',
  'Transportes',
] as const

const PLACES = [
  'del Bajío',
  'del Norte',
  'del Sureste',
  'de Occidente',
  'del Golfo',
  'del Pacífico',
  'de Anáhuac',
  'de Jalisco',
  'de Puebla',
  'de Querétaro',
  'de Monterrey',
  'de Toluca',
  'de León',
  'de Mérida',
  'de Veracruz',
  'de Tijuana',
  'de Chihuahua',
  'de Oaxaca',
  'de Morelia',
  'de Saltillo',
  'de Durango',
  'de Culiacán',
  'de Hermosillo',
  'de la Laguna',
  'de la Huasteca',
  'de Tampico',
] as const

const ENDINGS = [
  'S.A. de C.V.',
  'S.A. de C.V.',
  'S. de R.L. de C.V.',
  'S.A.P.I. de C.V.',
  'S.C.',
] as const

const PRODUCTS = [
  'Tornillo hexagonal',
  'Cable de cobre',
  'Lámpara LED',
  'Cinta adhesiva',
  'Caja de cartón',
  'Guante de nitrilo',
  'Pintura vinílica',
  'Llave mixta',
  'Broca para metal',
  'Disco de corte',
  'Tubo de PVC',
  'Válvula de esfera',
  'Papel bond',
  'Tóner negro',
  'Silla ejecutiva',
  'Aceite lubricante',
  'Filtro de aire',
  'Balero rígido',
  'Banda transportadora',
  'Motor eléctrico',
  'Sensor inductivo',
  'Cloro líquido',
  'Café molido',
  'Azúcar estándar',
  'Harina de trigo',
  'Aceite vegetal',
  'Playera de algodón',
  'Bota de seguridad',
  'Casco de protección',
  'Extintor PQS',
  'Candado de acero',
  'Escalera de aluminio',
  'Carretilla',
  'Cemento gris',
  'Varilla corrugada',
  'Malla electrosoldada',
] as const

const GRADES = [
  'económico',
  'estándar',
  'industrial',
  'profesional',
  'reforzado',
  'premium',
  'de alta resistencia',
  'ecológico',
] as const
const SIZES = [
  'chico',
  'mediano',
  'grande',
  '10 mm',
  '12 mm',
  '1/2"',
  '3/4"',
  '1"',
  '5 kg',
  '20 kg',
  '1 L',
  '4 L',
  '19 L',
  'paquete 10',
  'paquete 50',
] as const

/** A company or a person, with a valid RFC. */
export interface DemoParty {
  readonly name: string
  readonly tradeName: string | null
  readonly rfc: string
  readonly isCompany: boolean
}

/** Party number `n` of a kind; `salt` keeps clients and suppliers apart. `companies` of every ten are companies. */
export function demoParty(n: number, salt: number, companies: number): DemoParty {
  return pseudoRandom(n, salt, 10) < companies ? company(n, salt) : person(n, salt)
}

function company(n: number, salt: number): DemoParty {
  const trade = pick(TRADES, n, salt + 1)
  const surname = pick(SURNAMES, n, salt + 2)
  const place = pick(PLACES, n, salt + 3)
  const tradeName = `${trade} ${surname} ${place}`
  const letters = `${plain(trade).slice(0, 2)}${plain(surname).charAt(0)}`
  return {
    name: `${tradeName}, ${pick(ENDINGS, n, salt + 4)}`,
    tradeName,
    rfc: rfcOf(letters, n, { salt: salt + 5, firstYear: 1985, years: 38 }),
    isCompany: true,
  }
}

function person(n: number, salt: number): DemoParty {
  const name = pick(NAMES, n, salt + 1)
  const first = pick(SURNAMES, n, salt + 2)
  const second = pick(SURNAMES, n, salt + 3)
  const vowel = /[AEIOU]/.exec(plain(first).slice(1))?.[0] ?? 'X'
  const letters = `${plain(first).charAt(0)}${vowel}${plain(second).charAt(0)}${plain(name).charAt(0)}`
  return {
    name: `${name} ${first} ${second}`,
    tradeName: null,
    rfc: rfcOf(letters, n, { salt: salt + 5, firstYear: 1950, years: 52 }),
    isCompany: false,
  }
}

const HOMOCLAVE = '123456789ABCDEFGHIJKLMNPQRSTUVWXYZ'

function rfcOf(
  letters: string,
  n: number,
  {
    salt,
    firstYear,
    years,
  }: { readonly salt: number; readonly firstYear: number; readonly years: number },
): string {
  const year = String(firstYear + pseudoRandom(n, salt, years)).slice(-2)
  const month = String(1 + pseudoRandom(n, salt + 1, 12)).padStart(2, '0')
  const day = String(1 + pseudoRandom(n, salt + 2, 28)).padStart(2, '0')
  const first = HOMOCLAVE.charAt(pseudoRandom(n, salt + 3, HOMOCLAVE.length))
  const second = HOMOCLAVE.charAt(pseudoRandom(n, salt + 4, HOMOCLAVE.length))
  const body = `${letters}${year}${month}${day}${first}${second}`
  return body + checkDigit(`${body}0`)
}

/** An article's description and its cost in cents. */
export function demoArticle(n: number): {
  readonly description: string
  readonly costCents: number
} {
  const description = `${pick(PRODUCTS, n, 301)} ${pick(GRADES, n, 302)} ${pick(SIZES, n, 303)}`
  return { description, costCents: 500 + pseudoRandom(n, 304, 150_000) }
}

function pick(words: readonly string[], n: number, salt: number): string {
  return words[pseudoRandom(n, salt, words.length)] ?? ''
}

/** Upper case without accents, like the letters of an RFC. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
}
