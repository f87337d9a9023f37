import { hostname } from 'node:os';
import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import { type Sentence, sentence } from '../../domain/sentence';
import type { HostStoreSettings, ServerStoreKind } from '../../host/hostStore';
import { onDidChangeSettings, readSettings, type StoreKind } from '../settings/settings';
import { STORE_NAMES } from './storeNames';

export interface StoreChoicePorts {
  readonly secrets: vscode.SecretStorage;
  /** Where plans are unless a person chose a server. */
  readonly folder: string;
  /** Told of every address, since there may be a password in it. */
  readonly learn: (url: string) => void;
}

/**
 * Where plans are kept: the setting says on what, and the editor's secret storage where that is. A connection
 * string is in no setting, because settings are synchronized, shown and committed.
 */
export class StoreChoice implements vscode.Disposable {
  readonly #ports: StoreChoicePorts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable[];
  /** As it was when the store was opened; undefined before. */
  #opened: string | undefined;

  /** It is another one than the store was opened with, whichever window changed it. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: StoreChoicePorts) {
    this.#ports = ports;
    const check = (): void => void this.#check();
    this.#listeners = [onDidChangeSettings(check), ports.secrets.onDidChange(check)];
  }

  kind(): StoreKind {
    return readSettings()['store.kind'];
  }

  /** Rejects with `store_unavailable` where a server is chosen and nobody has said on this machine where it is. */
  async settings(): Promise<HostStoreSettings> {
    const kind = this.kind();
    const url = kind === 'sqlite' ? undefined : await this.url(kind);
    this.#opened = JSON.stringify([kind, url]);
    if (kind === 'sqlite') return this.local();
    if (url === undefined) throw unknownPlace(kind);
    return { kind, url };
  }

  /** The files on this machine. */
  local(): HostStoreSettings {
    return { kind: 'sqlite', folder: this.#ports.folder };
  }

  /** The connection string that was given on this machine last. */
  async url(kind: ServerStoreKind): Promise<string | undefined> {
    const { secrets, learn } = this.#ports;
    const url = await secrets.get(keyOf(kind));
    if (url !== undefined) learn(url);
    return url;
  }

  async choose(settings: HostStoreSettings): Promise<void> {
    const { kind } = settings;
    if ('url' in settings) {
      this.#ports.learn(settings.url);
      // First, so that nobody opens the store without it.
      await this.#ports.secrets.store(keyOf(settings.kind), settings.url);
    }
    const section = vscode.workspace.getConfiguration('sessionPlans');
    const value = kind === 'sqlite' ? undefined : kind;
    await section.update('store.kind', value, vscode.ConfigurationTarget.Global);
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#changed.dispose();
  }

  async #check(): Promise<void> {
    if (this.#opened === undefined) return;
    const kind = this.kind();
    const now = JSON.stringify([kind, kind === 'sqlite' ? undefined : await this.url(kind)]);
    if (now === this.#opened) return;
    this.#opened = now;
    this.#changed.fire();
  }
}

/** Secrets go along to other machines that this editor works on, whose servers are others. */
function keyOf(kind: ServerStoreKind): string {
  return `sessionPlans.store.${kind}@${hostname()}`;
}

function unknownPlace(kind: ServerStoreKind): PlanError {
  const said: Sentence = sentence`Plans are to be kept on a ${STORE_NAMES[kind]} server, and this machine does not know where it is. The command "Choose Where Plans Are Stored" asks for it.`;
  return new PlanError('store_unavailable', said satisfies Sentence, { details: { retry: false } });
}
