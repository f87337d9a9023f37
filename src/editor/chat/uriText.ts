import * as vscode from 'vscode';
import type { UriText } from './chatSession';

/** The editor's own conversion, so that the keys of chats never differ. */
export const uriText: UriText = (components) => vscode.Uri.from(components).toString();
