import type { ConsoleTest } from './console-fixture.ts'
import { workingPerson, type Locator, type WorkingPerson } from './working-person.ts'

/** The people of a company that begins, each with the ready profile of the trade. */
export const PEOPLE = [
  ['ana', 'Ana Ventas', 'VENDEDOR'],
  ['beto', 'Beto Almacén', 'ALMACENISTA'],
  ['carla', 'Carla Facturas', 'FACTURISTA'],
  ['dani', 'Dani Cobros', 'COBRADOR'],
  ['eva', 'Eva Compras', 'COMPRADOR'],
  ['fer', 'Fer Autoriza', 'AUTORIZADOR'],
  ['gil', 'Gil Cuentas', 'PAGADOR'],
  ['hugo', 'Hugo Tesoro', 'TESORERO'],
  ['ines', 'Inés Libros', 'CONTADOR'],
] as const
const PASSWORD = 'una clave larga'

/** What people do at every desk, in mouse and keys. */
export interface Desk extends WorkingPerson {
  readonly dialog: Locator
  field(name: string): Locator
  /** Waits until a field has the cursor. */
  at(name: string): Promise<void>
  /** Types into the field that has the cursor what a list finds, and takes it. */
  take(typed: string): Promise<void>
  /** Finds something in the palette, and goes there or begins it. */
  seek(typed: string): Promise<void>
  /** Clicks what the first page or a list leads to. */
  follow(link: RegExp | string): Promise<void>
  /** Clicks a button of the record, and says in its dialog that it is meant. */
  act(button: RegExp): Promise<void>
  save(): Promise<void>
  /** Waits until the record is in a state. */
  state(text: string): Promise<void>
  title(): Promise<string>
}

export async function desk(
  console: ConsoleTest,
  usuario: string,
  password = PASSWORD,
  options?: Parameters<ConsoleTest['open']>[1],
): Promise<Desk> {
  const person = await workingPerson(console, { usuario, password }, options)
  const { page } = person
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const field = (name: string) =>
    (['combobox', 'textbox', 'spinbutton'] as const)
      .map((role) => page.getByRole(role, { name, exact: true }))
      .reduce((all, found) => all.or(found))
  const take = async (typed: string) => {
    await person.type(typed)
    const found = new RegExp(`^${typed}(?![\\d])`)
    await page.getByRole('option', { name: found, selected: true }).waitFor()
    await person.press('Enter')
  }
  return {
    ...person,
    dialog,
    field,
    at: (name) => field(name).and(page.locator(':focus')).waitFor(),
    take,
    seek: async (typed) => {
      await person.press('Control+k')
      await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
      await take(typed)
    },
    follow: (link) => person.click(main.getByRole('link', { name: link }).first()),
    act: async (button) => {
      await person.click(page.locator('.record-head').getByRole('button', { name: button }))
      await dialog.waitFor()
      await person.press('Control+Enter')
      await dialog.waitFor({ state: 'detached' })
    },
    save: async () => {
      // What follows of the last field is filled in.
      await person.opened.settled()
      await person.press('Control+s')
    },
    state: (text) => page.locator('header').getByText(text, { exact: true }).waitFor(),
    title: () => page.getByRole('heading', { level: 1 }).innerText(),
  }
}
