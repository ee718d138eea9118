import type { Config } from '#src/config.ts'
import { type Outbox, openOutbox, type Services } from './outbox.ts'
import { openTransport } from './transport.ts'

type Configured = Omit<Services, 'transport'> & { config: Config; print(line: string): void }

/** The outbox of a server, which sends as the settings say; `print` tells where mails are that are not sent. */
export const openConfiguredOutbox = ({ config, print, ...services }: Configured): Outbox =>
  openOutbox({ ...services, transport: openTransport(config, services.site, print) })
