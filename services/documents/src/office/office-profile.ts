import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface ProfileSetting {
  readonly path: string
  readonly name: string
  readonly value: string
  readonly type: string
}

const SCRIPTING = '/org.openoffice.Office.Common/Security/Scripting'
const INET = '/org.openoffice.Inet/Settings'

// Measured: with these, a document that links to a picture on the network or on this disk brings neither into the PDF.
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
  // Port 9 of the loopback interface discards: whatever still tries to reach the network ends there.
  { path: INET, name: 'ooInetProxyType', value: '1', type: 'xs:int' },
  { path: INET, name: 'ooInetHTTPProxyName', value: '127.0.0.1', type: 'xs:string' },
  { path: INET, name: 'ooInetHTTPProxyPort', value: '9', type: 'xs:int' },
  { path: INET, name: 'ooInetHTTPSProxyName', value: '127.0.0.1', type: 'xs:string' },
  { path: INET, name: 'ooInetHTTPSProxyPort', value: '9', type: 'xs:int' },
  { path: INET, name: 'ooInetNoProxy', value: '', type: 'xs:string' },
]

/** Makes a profile in which no macro runs, no link is followed and no network is reached. */
export async function writeOfficeProfile(profile: string): Promise<void> {
  const folder = join(profile, 'user')
  await mkdir(folder, { recursive: true })
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
