import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { QueryTexts } from '#src/contract/operation.ts'

declare module 'fastify' {
  /** What is known about a route before a request to it is read. */
  interface FastifyContextConfig {
    /** Its name in the log. */
    operation?: string
    /** The key is the part `secret` of its path, made for this use; absent: it is that of the interface. */
    keyUse?: 'plex'
    /** It needs no key. */
    isOpen?: boolean
    isPage?: boolean
    /** It is open to everybody, even if the catalogue is private. */
    isForStrangers?: boolean
    /** Whether a request reads where it delays no others. */
    isWide?: (query: QueryTexts) => boolean
    /** Everybody with a key gets the same replies. */
    isForAll?: boolean
    /** How long it may take, if longer than others. */
    timeLimitMs?: number
  }
  interface FastifyRequest {
    knownConfig: FastifyContextConfig | undefined
  }
}

export const rememberRouteConfigs = (app: FastifyInstance) => void app.decorateRequest('knownConfig', undefined)

/** What is known about the route of a request. The framework copies all options of the route when it is asked. */
export function routeConfig(request: FastifyRequest): FastifyContextConfig {
  request.knownConfig ??= request.routeOptions.config
  return request.knownConfig
}
