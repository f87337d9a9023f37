import type { Uri } from 'vscode';
import type { PlanTarget } from '../../protocol/planTarget';
import type { ViewCommand, ViewSettings } from '../../protocol/webviewMessages';
import type { PlanReader } from '../../service/planReader';
import type { SessionPlanMode } from '../../service/sessionPlanMode';
import type { SessionKey } from '../../service/planStore';
import type { Disposable, Log } from '../../service/ports';
import type { OfferPorts } from '../adoption/offerFeed';
import type { Reviews } from './sessionsFeed';
import type { KeptSteering } from '../steering/panelDraft';

type Listen = (listener: () => void) => Disposable;

/** The chat whose plan is shown. The editor does not tell which chat is in front, so others decide. */
export interface FollowedSession {
  key(): SessionKey | undefined;
  stays(): boolean;
  /** A person chose it. */
  show(session: SessionKey): void;
  readonly onDidChange: Listen;
  readonly onDidRecheck: Listen;
}

/** What went to the trash a moment ago. */
interface DeletedPlans {
  /** Its title, or null where nothing can be brought back from the panel. */
  offered(): string | null;
  readonly onDidChange: (listener: (change: { isBack: boolean }) => void) => Disposable;
  /** While it is visible this panel tells of it. */
  tellIn(panel: { readonly visible: boolean }): Disposable;
}

export interface PlanViewDeps extends Pick<OfferPorts, 'copied' | 'clock'> {
  readonly extensionUri: Uri;
  readonly reader: PlanReader;
  readonly reviews: Reviews;
  readonly planMode: SessionPlanMode;
  readonly reach: { readonly problem: unknown; readonly onDidChange: Listen };
  readonly current: FollowedSession;
  readonly deleted: DeletedPlans;
  readonly steering: KeptSteering;
  /** The workspace of this window. */
  workspace(): string | undefined;
  /** The tool with which an agent can begin a plan; undefined where it is offered none. */
  planTool(): string | undefined;
  density(): ViewSettings['density'];
  onDidChangeSettings(listener: () => void): Disposable;
  readonly log: Log;
  /** Carries out what a button of the view asks for. */
  run(command: ViewCommand | 'followLatest', target: PlanTarget): void;
}
