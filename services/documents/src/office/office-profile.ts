import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface ProfileSetting {
  readonly path: string
  readonly name: string
  readonly value: string
  readonly type: string
}

const SCRIPTING = '/org.openoffice.Office.Common/Security/Scripting'
const INET = '/org.openoffice.Inet/Settings'

// Measured: with these settings, a document that links to a picture on the network or on this disk brings neither into
// the PDF.
const SETTINGS: readonly ProfileSetting[] = [
  { path: SCRIPTING, name: 'DisableMacrosExecution', value: 'true', type: 'xs:boolean' },
  { path: SCRIPTING, name: 'MacroSecurityLevel', value: '3', type: 'xs:int' },
  { path: SCRIPTING, name: 'BlockUntrustedRefererLinks', value: 'true', type: 'xs:boolean' },
  { path: SCRIPTING, name: 'DisableActiveContent', value: 'true', type: 'xs:boolean' },
  {
    path: '/org.openoffice.Office.Writer/Content/Update',
    name: 'Link',
    value: '2',
    type: 'xs:int',
  },
  // Port 9 of the loopback interface discards everything: whatever still tries to reach the network ends there.
  { path: INET, name: 'ooInetProxyType', value: '1', type: 'xs:int' },
  { path: INET, name: 'ooInetHTTPProxyName', value: '127.0.0.1', type: 'xs:string' },
  { path: INET, name: 'ooInetHTTPProxyPort', value: '9', type: 'xs:int' },
  { path: INET, name: 'ooInetHTTPSProxyName', value: '127.0.0.1', type: 'xs:string' },
  { path: INET, name: 'ooInetHTTPSProxyPort', value: '9', type: 'xs:int' },
  { path: INET, name: 'ooInetNoProxy', value: '', type: 'xs:string' },
  // With a new profile, an office draws test pictures for 0.7 s of processor time before it listens.
  {
    path: '/org.openoffice.Setup/Product',
    name: 'ooSetupLastVersion',
    value: '9999.0',
    type: 'xs:string',
  },
]

/**
 * Makes a profile for a program, in which no macro runs, no link is followed and no network is reached, and which the
 * program starts with as if it had used it before.
 */
export async function writeOfficeProfile(profile: string, program: string): Promise<void> {
  const folder = join(profile, 'user')
  await mkdir(join(folder, 'extensions'), { recursive: true })
  const build = await buildOf(program)
  // An office that finds another build's extensions, or none, prepares them again and asks to be restarted.
  if (build !== undefined) await writeFile(join(folder, 'extensions', 'buildid'), build)
  const items = SETTINGS.map(
    ({ path, name, value, type }) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse" oor:type="${type}">` +
      `<value>${value}</value></prop></item>`,
  )
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
</oor:items>
`
  await writeFile(join(folder, 'registrymodifications.xcu'), text)
}

/** The program's build id; undefined where it has none, as beside a wrapper. */
async function buildOf(program: string): Promise<string | undefined> {
  const versions = await readFile(join(dirname(program), 'versionrc'), 'utf8').catch(() => '')
  return /^buildid=(.+)$/m.exec(versions)?.[1]?.trim()
}
