import { trusted } from '@oficina/kit/sql.ts'

import { ROLE } from '../roles.ts'

/** The numbers of roles as text of a statement, so that its plan knows them. Lower numbers are higher roles. */
export const ROLE_SQL = {
  owner: trusted(String(ROLE.owner)),
  administrator: trusted(String(ROLE.administrator)),
  moderator: trusted(String(ROLE.moderator)),
  member: trusted(String(ROLE.member)),
  guest: trusted(String(ROLE.guest)),
} as const
