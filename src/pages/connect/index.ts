import type { Page } from '../page.ts'
import { keyForm, made, makeKey } from './make.ts'
import { authority } from './network.ts'
import { overview } from './overview.ts'
import { test } from './test.ts'

/** How apps are connected, their keys, and whether they reach the server. */
export const connecting: readonly Page[] = [overview, keyForm, makeKey, made, authority, test]
