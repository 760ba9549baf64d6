import { applyDecorators, CanActivate, Injectable, UseGuards } from "@nestjs/common";

@Injectable()
export class AuthGuard implements CanActivate {
  canActivate() {
    return true;
  }
}

export const SignedIn = () => applyDecorators(UseGuards(AuthGuard));
