import type { LiveSettings } from '#src/background/stored-settings.ts'
import { type Outbox, openOutbox, type Services } from './outbox.ts'
import { openTransport } from './transport.ts'

type Configured = Omit<Services, 'transport' | 'siteName'> & { settings: LiveSettings; print(line: string): void }

/** The outbox of a server, which sends as the settings say; `print` tells where mails are that are not sent. */
export const openConfiguredOutbox = ({ settings, print, ...services }: Configured): Outbox =>
  openOutbox({
    ...services,
    async siteName() {
      await settings.fresh()
      return settings.config.siteName
    },
    transport: openTransport(settings.config, services.site, print),
  })
